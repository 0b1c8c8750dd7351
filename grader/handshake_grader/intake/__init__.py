"""From a download of the course site to the files of each submission."""
