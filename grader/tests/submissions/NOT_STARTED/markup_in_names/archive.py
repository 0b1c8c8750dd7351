# attack: archive
# root: files
# what: names that are markup, formulas and control characters
# list: 28
import tarfile

from pack import make_tar


def archive(files: dict[str, bytes]) -> bytes:
    names = ('<script>alert("handshake_forged")</script>', '=HYPERLINK("http://example.org")',
             "\033[2J\r", "a\nb", "\u202e", '"><img src=x onerror=alert(1)>')
    return make_tar({name: b"x" for name in names}, tarfile.PAX_FORMAT)
