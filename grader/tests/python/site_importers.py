"""What the sites do with an uploaded file, according to their own sources (see gradebooks.py).

For each site, a function returns the grades that the site would set, and a list `refused`. This
list says why the site would refuse the file or skip a row.
"""

from __future__ import annotations

import csv
import io
import re
import tarfile
import zipfile
from dataclasses import dataclass, field
from datetime import datetime


@dataclass
class Imported:
    grades: dict[str, float] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)
    attachments: dict[str, list[str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)


def _rows(text: str, separator: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=separator))


def sakai(data: bytes, eids: set[str], separator: str = ",", decimal: str = ".") -> Imported:
    """AssignmentAction.java: `uploadAll_parseZipFile`, `uploadZipAttachments`;
    AssignmentToolUtils.java: `validPointGrade`, with two decimals (a scale factor of 100)."""
    done, has_valid_folder = Imported(), False
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            if name.endswith("/") or "/." in name:
                continue
            if name.endswith("grades.csv"):
                for row in _rows(archive.read(name).decode(), separator)[3:]:
                    if len(row) <= 4 or row[1] not in eids:
                        done.refused.append(f"row of {row[1:2]}")
                    elif not re.fullmatch(rf"\d+(\{decimal}\d{{1,2}})?", row[4]):
                        done.refused.append(f"grade {row[4]!r}")
                    else:
                        done.grades[row[1]] = float(row[4].replace(",", "."))
                continue
            if len(name.split("/")) <= 2:
                done.refused.append(f"format of {name}")
                continue
            eid = name.split("/")[1]
            if "(" in eid and eid.endswith(")"):
                eid = eid[eid.rindex("(") + 1 : eid.rindex(")")]
            if eid not in eids:
                continue
            has_valid_folder = True
            if "comments" in name:
                done.comments[eid] = archive.read(name).decode()
            if "/Feedback Attachment(s)/" in name and not name.rsplit("/", 1)[1].startswith("."):
                done.attachments.setdefault(eid, []).append(name.rsplit("/", 1)[1])
    if not has_valid_folder:
        done.refused.append("no folder of a user")
    return done


def canvas(text: str, users: set[int], title: str) -> Imported:
    """gradebook_importer.rb: `header?`, `update_column_count`, `process_student`."""
    done, (header, *rows) = Imported(), _rows(text)
    if not (len(header) > 3 and "Student" in header[0] and "ID" in header[1]):
        done.refused.append("header")
    columns = 3
    if re.search(r"SIS\s+Login\s+ID", header[2]):
        columns += 1
    elif re.search(r"SIS\s+User\s+ID", header[2]) and re.search(r"SIS\s+Login\s+ID", header[3]):
        columns += 2
    if "Section" not in header[columns - 1]:
        done.refused.append("no section")
    if header[columns:] != [title]:
        done.refused.append(f"assignments {header[columns:]}")
    for row in rows:
        user = int(re.match(r"\d*", row[1])[0] or 0)
        if "Points Possible" in row[0] or user not in users:
            done.refused.append(f"row of {row[0]}")
        elif not row[columns]:
            done.refused.append(f"takes the grade of {user} away")
        else:
            done.grades[str(user)] = float(row[columns])
    return done


def canvas_comments(
    data: bytes, users: set[str], files: dict[int, str], teams: tuple[str, ...] = ()
) -> Imported:
    """abstract_assignment.rb: `infer_comment_context_from_filename`. The student sees the comment's
    file under the name of the student's own file (`generate_comments_from_files`). users: the
    numbers of users, or the codes of anonymous users; files: the number and the name of each file
    that was handed in; teams: the names of teams, as in a download."""
    done = Imported()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for path in archive.namelist():
            name = path.rsplit("/", 1)[-1]
            team = next((one for one in teams if name.startswith(f"{one}_")), None)
            own_part = name[len(team) + 1 :] if team else name
            pieces = [one for one in own_part.split("_") if one != "LATE"]
            if pieces[0] == "anon":
                user, number = pieces[1:3]
            else:
                user, number = ([one for one in pieces if one.isdigit()] + ["", ""])[:2]
            is_link = pieces[-1].startswith("link") or name.startswith("._")
            if user not in users or not number.isdigit() or int(number) not in files or is_link:
                done.refused.append(path)
                continue
            own = files[int(number)]
            done.attachments.setdefault(user, []).append(own)
            done.comments[user] = opened(own, archive.read(path))
    return done


def opened(name: str, data: bytes) -> str:
    """What a person sees after opening the file. If its name is that of an archive, the person
    opens the first file in the archive."""
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.read(archive.namelist()[0]).decode()
    if ".tar" in name or name.endswith(".tgz"):
        mode = "r:gz" if name.endswith("gz") else "r:"
        with tarfile.open(fileobj=io.BytesIO(data), mode=mode) as archive:
            return archive.extractfile(archive.getmembers()[0]).read().decode()
    return data.decode()


def moodle(text: str, participants: set[int], most: float, graded: datetime) -> Imported:
    """Follows `init` and `next` of importgradeslib.php and `process_import_grades` of
    locallib.php, all in assign/feedback/offline. graded: when Moodle last changed the grades."""
    done, (header, *rows) = Imported(), _rows(text)
    wanted = ("Identifier", "Grade", "Last modified (grade)", "Feedback comments")
    if any(name not in header for name in wanted):
        done.refused.append("header")
        return done
    at = {name: header.index(name) for name in wanted}
    for row in rows:
        number = row[at["Identifier"]][len("Participant ") :]
        if not number.isdigit() or int(number) not in participants:
            done.refused.append(f"row of {row[0]}")
            continue
        grade = row[at["Grade"]]
        modified = datetime.fromisoformat(row[at["Last modified (grade)"]])
        if grade == "" or float(grade) < 0:
            done.refused.append(f"no grade of {number}")
        elif (graded - modified).total_seconds() > 60:
            done.refused.append(f"changed since: {number}")
        elif float(grade) > most:
            done.refused.append(f"out of range: {number}")
        else:
            done.grades[number] = float(grade)
            done.comments[number] = row[at["Feedback comments"]]
    return done


def moodle_feedback(data: bytes, participants: set[int]) -> Imported:
    """assign/feedback/file/importziplib.php: `is_valid_filename_for_import`."""
    done = Imported()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            pieces = name.split("/")
            if pieces[-1].startswith((".", "~")):
                done.refused.append(name)
                continue
            info = pieces[0].split("_", 4)
            known = len(info) >= 4 and info[1].isdigit() and int(info[1]) in participants
            if not known or info[2:4] != ["assignfeedback", "file"]:
                done.refused.append(name)
                continue
            done.attachments.setdefault(info[1], []).append("/".join([*info[4:], *pieces[1:]]))
    return done
