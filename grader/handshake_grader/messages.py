"""All texts of the grader that a student can read. A message says what to do next.

The texts about single failed cases come from the kernel suite (grader/suite/words), and the
headings of its report from grader/report. The grader does not change these texts.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# code -> (what is wrong, what to do next)
MESSAGES: dict[str, tuple[str, str]] = {
    # Messages about what was handed in.
    "nothing_handed_in": (
        "Nothing was handed in under your name.",
        "Write to the course staff if you handed something in, and attach your submit_me.tar.",
    ),
    "file_empty": (
        "The file {name} is empty.",
        "Run `make submit` again and hand in the submit_me.tar that it writes.",
    ),
    "file_too_large": (
        "The file {name} has {size} bytes; at most {most} are accepted.",
        "Hand in the submit_me.tar that `make submit` writes; it holds five small source files.",
    ),
    "not_an_archive": (
        "The file {name} is not an archive ({kind}).",
        "Run `make submit` and hand in the submit_me.tar that it writes.",
    ),
    "archive_damaged": (
        "The archive {name} is damaged: {reason}.",
        "Run `make submit` again, check the new file with `tar -tf submit_me.tar`, and hand it in.",
    ),
    "archive_not_opened": (
        "The archive {name} could not be opened on the grader's machine ({reason}).",
        "Hand in submit_me.tar next time; `make submit` writes it.",
    ),
    "archive_cut_short": (
        "The archive {name} ends too early; only the files before its end could be read.",
        "Run `make submit` again, check the new file with `tar -tf submit_me.tar`, and hand it in.",
    ),
    "archive_too_large": (
        "The archive {name} unpacks to more than {most} bytes.",
        "Hand in the submit_me.tar that `make submit` writes; it holds five small source files.",
    ),
    "archive_too_many": (
        "The archive {name} holds more than {most} files.",
        "Hand in the submit_me.tar that `make submit` writes; it holds five source files.",
    ),
    "archive_in_archive": (
        "Your files were in an archive inside an archive ({name}); they were taken from there.",
        "Hand in submit_me.tar itself next time.",
    ),
    "archive_nested_too_deep": (
        "The archive {name} is too deep inside other archives and was not opened.",
        "Hand in submit_me.tar itself.",
    ),
    "archive_other_format": (
        "The file {name} is in fact a {format} archive; it was read as such.",
        "Hand in submit_me.tar next time; `make submit` writes it.",
    ),
    "wrong_name": (
        "Your archive is named {name}, not submit_me.tar; it was accepted.",
        "Hand in submit_me.tar next time; `make submit` writes it.",
    ),
    "several_attempts": (
        "You handed in {count} times; this report is about the last attempt, {name}.",
        "Write to the course staff if another attempt should count.",
    ),
    "several_archives": (
        "You handed in {count} archives; the files in {name} count.",
        "Hand in only one archive next time, the submit_me.tar that `make submit` writes.",
    ),
    "loose_files": (
        "Your files came without an archive; they were accepted.",
        "Hand in submit_me.tar next time; `make submit` writes it.",
    ),
    # Messages about the files in an archive.
    "file_missing": (
        "{path} is not among your files, so its part gets no points.",
        "Run `make submit` in the folder that holds the Makefile; it packs all five files.",
    ),
    "file_moved": (
        "{path} was not in its folder in the archive; {name} was used instead.",
        "Keep the folders as they are and let `make submit` pack the files.",
    ),
    "file_ambiguous": (
        "Several different files that you handed in could be {path}: {names}. "
        "A person of the course staff must decide which one counts.",
        "Hand in an archive with one copy of each file, as `make submit` writes it.",
    ),
    "file_from": (
        "{path} was taken from {name}.",
        "Hand in one archive with all files, the submit_me.tar that `make submit` writes.",
    ),
    "file_renamed": (
        "{name} was read as {path}; a browser or another program changed its name.",
        "Let `make submit` pack the files; it keeps their names.",
    ),
    "submission_unread": (
        "What you handed in could not be read ({reason}). "
        "A person of the course staff decides about it.",
        "Write to the course staff, and attach the submit_me.tar that `make submit` writes.",
    ),
    "nothing_found": (
        "No file of the assignment was found in what you handed in: {found}. "
        "A person of the course staff decides about it.",
        "Write to the course staff, and attach the submit_me.tar that `make submit` writes.",
    ),
    "partly_read": (
        "Not everything that you handed in could be read, and these files were not found: {names}. "
        "A person of the course staff decides about it.",
        "Write to the course staff, and attach the submit_me.tar that `make submit` writes.",
    ),
    "file_twice": (
        "The archive holds {path} more than once; the last copy counts (tar keeps this copy, too).",
        "Let `make submit` pack the files.",
    ),
    "not_a_file": (
        "{path} is a {kind} in your archive, not a file, and was not read.",
        "Put the source file itself there and run `make submit` again.",
    ),
    "unsafe_name": (
        "The archive holds a name that leads out of its folder ({name}); that entry was ignored.",
        "Let `make submit` pack the files.",
    ),
    "source_too_large": (
        "{path} has {size} bytes; at most {most} are accepted.",
        "Take out what the kernel does not need, and run `make submit` again.",
    ),
    "source_not_text": (
        "{path} is not a text file.",
        "Save it as plain text (UTF-8) in your editor and run `make submit` again.",
    ),
    "source_was_utf16": (
        "{path} was saved as UTF-16; it was read as such.",
        "Save source files as plain text (UTF-8).",
    ),
    "files_ignored": (
        "These entries are not among the five files of a submission, and were ignored: {names}.",
        "Put what your kernels need into the five files that `make submit` packs.",
    ),
    # Messages about a report for a person.
    "report_not_pdf": (
        "{name} was kept for the course staff as a report, but it is not a PDF.",
        "Save the report as PDF, and hand in the PDF beside submit_me.tar.",
    ),
    "report_too_large": (
        "The report {name} has more than {most} bytes and was not kept.",
        "Save it with smaller pictures, and hand it in again.",
    ),
    "report_too_many": (
        "You handed in more than {most} reports; {name} was not kept.",
        "Hand in one PDF.",
    ),
    # Time.
    "own_deadline": (
        "Your own deadline is {due}.",
        "Write to the course staff if this is not the time that they gave you.",
    ),
    "late": (
        "Handed in {late_by} after the deadline, {due}; {calculation}",
        "Write to the course staff if you had a reason that the course accepts.",
    ),
    "in_grace": (
        "Handed in {late_by} after the deadline, {due}, within the grace time: no deduction.",
        "Hand in a little earlier next time; the grace time is there for slow uploads.",
    ),
    "no_time": (
        "The time at which you handed in is not known, so nothing was deducted for lateness.",
        "Keep the receipt of the course site; it says when you handed in.",
    ),
    # Messages about the verdicts of a property.
    "verdict_WRONG": (
        "The result is wrong.",
        "Run `make {check}`: it shows one thing that goes wrong, and where to look.",
    ),
    "verdict_CRASH": (
        "The program ended early, with an error.",
        "Run `make {check}`: it shows one thing that goes wrong, and where to look.",
    ),
    "verdict_RACE": (
        "Two threads use one element in an order that is not fixed, and at least one of them "
        "writes it; or some threads of a block do not reach a barrier that others reach.",
        "Ask yourself which thread owns the element, or which threads reach the barrier. "
        "`make {check}` shows more, at the latest once nothing else is wrong.",
    ),
    "verdict_SLOW": (
        "The program did not end within {limit}; our solution needs {reference}.",
        "Look for a loop that may never end, and for work that every thread repeats.",
    ),
    "verdict_MEMORY": (
        "The program uses memory in a wrong way: for example, it accesses memory outside of its "
        "arrays, reads memory that was never written, or does not free what it allocates.",
        "Run `make {check}`: it names the array and the line, at the latest once nothing else is "
        "wrong.",
    ),
    "verdict_NO_BUILD": (
        "No program can be built with the file.",
        "Run `make check`: it shows the first message of the compiler or the linker.",
    ),
    "verdict_NOT_STARTED": (
        "There is no code of yours to grade: {nothing}.",
        "Begin with the task's section in the handout, and hand in with `make submit`.",
    ),
    "verdict_NOT_CHECKED": (
        "This could not be fully checked: that needs {needs}.",
        "Repair first what else is wrong: this depends on it.",
    ),
    "verdict_FLAKY": (
        "The result was right in some runs and wrong in others, with the very same input. Such a "
        "result does not count as right.",
        "Run `make {check}`: code that gives different answers usually has a data race.",
    ),
    "verdict_HELD": (
        "The file uses things that kernels and their launches do not need ({calls}). A person of "
        "the course staff looks at the file before it counts.",
        "Wait for them.",
    ),
    "verdict_JE": (
        "This could not be graded because of a fault on our side; "
        "a person of the course staff looks at it.",
        "Wait for them: a fault on our side costs you no points.",
    ),
    "verdict_UNREAD": (
        "This is not graded yet: a person of the course staff looks at what you handed in.",
        "Write to the course staff, and attach the submit_me.tar that `make submit` writes.",
    ),
    "verdict_NOT_TIMED": (
        "Your speed was not measured. These points are open, and you have lost none of them.",
        "Wait for the course staff: they measure it when and where they can.",
    ),
    # Visibility.
    "hidden_detail": (
        "The cases that show this are secret.",
        "Write a small graph that could break your code, and step through it: "
        "`make trace INPUT=graph.mtx`.",
    ),
    "hidden_on_request": (
        "The cases that show this are secret; the course staff can give you the case that failed.",
        "Write a small graph that could break your code, and step through it: "
        "`make trace INPUT=graph.mtx`. Or ask the staff for the graph that failed.",
    ),
    "hidden_values": (
        "These cases are those of `make check`, with values that only the staff knows.",
        "Look for code that is right only for the values of `make check`.",
    ),
    "wrong_elsewhere": (
        "Also wrong in other tests on this page: {names}.",
        "Repair this first, and see what is left.",
    ),
    # The message for Gradescope if something is not graded.
    "gradescope_open": (
        "This could not be graded completely because of a fault on our side; "
        "the course staff looks at it.",
        "Wait for them: a fault on our side costs you no points.",
    ),
}

# The end of each sentence about a right result that gets no points.
_WHEN_IT_COUNTS = (
    "A result counts only if these kernels compute it, with the right arrays in every pass."
)

# Texts inside or next to a message.
SENTENCES: dict[str, str] = {
    "footer": "Handshake {version}",
    # The result of a run; the message of its verdict says what to do.
    "run_without_end": "The program did not end in time.",
    "runs_take_too_long": "All runs together took too long.",
    "part_right": "{right} of {cases} cases count as right.",
    "right_anyway": "Code without any thought is right in {free} of them, which earn nothing.",
    "public_too": "The public cases of this part are wrong, too.",
    "not_run": "Cases that could not be run, because the time was used up: {unrun}.",
    "kernels_alone": "{name} fails without -extra, too: where it does, the public cases count for "
    "this property.",
    "run_needs_memory": "The program used more than {most} MiB.",
    "run_prints_without_end": "The program printed without end.",
    "run_makes_processes": "The program started too many processes and threads.",
    "run_makes_files": "The program made too many files.",
    "run_ended_by": "The program was ended by a signal.",
    "run_no_progress": "match stopped, because a result that it checks cannot be right.",
    "run_exit_code": "The program ended with an exit code that is not 0.",
    "seen_in_public": "In a public case, the following was seen, and it may be the reason. {what}",
    "run_bad_output": "The program ended without an error, but {reason}.",
    "output_missing": "it wrote no out.txt",
    "output_cut": "the last line of out.txt has no newline",
    "output_lines": "out.txt does not have one line for each node",
    "output_no_number": "a line of out.txt is not a number",
    "matching_wrong": "The matching is wrong.",
    "matching_minus_two": "The matching holds -2. UNMATCHED is -1 in this kit "
    "(it was -2 in the kit of 2021).",
    # The result is right, but the broker noticed that the passes on the device were not. Only what
    # the broker saw is said: it cannot know why.
    "device_not_launched": "The matching is right, but in one pass, a launch of {kernel} that the "
    "pass needs is missing. " + _WHEN_IT_COUNTS,
    "device_given_short": "The matching is right, but when {kernel} was launched, {array} did not "
    "point to as much GPU memory as this pass needs. " + _WHEN_IT_COUNTS,
    "device_given_wrong": "When {kernel} was launched, {array} did not hold the values that this "
    "pass needs. " + _WHEN_IT_COUNTS,
    "device_given_uncopied": "A call of cudaMemcpy failed, and the program continued. Later, "
    "{kernel} was launched, and {array} did not hold the values that this pass needs. "
    + _WHEN_IT_COUNTS,
    "device_left_wrong": "After a launch of {kernel}, {array} did not hold the right values. "
    + _WHEN_IT_COUNTS,
    "device_not_copied": "The matching is right, but after the last pass, not all of matches was "
    "copied from the GPU.",
    "device_step_on_cpu": "The matching is right, but host code wrote to strongNeighbor, other "
    "than the same value to every element. With -extra, only kernels may compute this array.",
    "device_told_too_much": "The matching is right. But in a pass with -extra, or before it, host "
    "code gave the GPU more than 1024 bytes that are not from the graph. These bytes could be the "
    "result of step 1 on the CPU. Copy only arrays of the graph, arrays of equal elements, and "
    "arrays with the elements 0, 1, 2, and so on. Fill all other arrays in a kernel, not with one "
    "CUDA call per element.",
    "device_shared": "Code with mapped host memory cannot be graded: during "
    "grading, host code and GPU code run in two processes. Use cudaMalloc and cudaMemcpy.",
    "memory_left": "Not all arrays on the GPU are freed.",
    "device_forged": "The program wrote to a file descriptor that is not its own.",
    "not_compiled": "{path} does not compile.",
    "not_as_declared": "{path} compiles, but {function} is not defined as {header} declares it: "
    "name and arguments must be the same.",
    "not_linked": "Everything compiles, but the linker cannot make a program from {paths} and our "
    "other files.",
    "file_untouched": "the file is the same as in the kit, or there is no code between the marks",
    "file_absent": "{paths} was not found in what you handed in",
    "holds_host_code": "{path} uses things that kernels and their launches do not need.",
    "compiler_time": "the compiler did not end within {most} s",
    "compiler_memory": "the compiler used more than {most} MiB",
    "compiler_output": "the compiler's messages or its output files are too large",
    "compiler_processes": "the compiler started too many processes or made too many files",
    "work_first": "a part of your result",
    "lines_of_finding": "See {places}.",
    "second_run_said": "In a second run, on a secret graph: {what}",
    "second_run_differs": "A second run, on a secret graph and with host code and kernels in two "
    "processes, was not right. So your secret graphs may limit what this earns.",
    "not_confirmed": "a second run that is right, on a secret graph and with host code and kernels "
    "in two processes. In public cases, nothing was seen that costs points here; your secret "
    "graphs may limit what this earns",
    "second_run": "Nothing counts here, because a second run, with host code and kernels in two "
    "processes, was not right.",
    # The extension.
    "replies_cut": "the program did not send one partner for each node",
    "replies_differ": "the program first sent a fingerprint, which stopped the clock, and then a "
    "matching with another fingerprint",
    "right_first": "the matching of every secret graph",
    "speed_measured": "Your median time is {ratio} times ours (95 % interval {low} to {high}), "
    "on {place}.",
    "speed_medians": "{recipe}: median {theirs} ms, ours {ours} ms",
    "speed_times": "{recipe}: all times in ms: ours {ours}; theirs {theirs}",
    "speed_gpu": "the GPU: {state}",
    "sealed_case": "graph {number} ({recipe}), order {order}",
    "on_cpu": "CUDA on the CPU",
    "not_timed": "Why: {reason}.",
    "no_gpu": "this machine has no GPU",
    "no_nvcc": "this machine has a GPU, but no nvcc below /usr, where the sandbox could use it",
    "gpu_is_silent": "nvidia-smi does not answer",
    "no_time_in_container": "times cannot be measured in this container",
    "ours_not_built": "our own solution does not build here",
    "ours_not_run": "our own solution does not run on {place} here",
    "disturbed": "the machine was disturbed: {reason}",
    "gpu_is_used": "another program uses the GPU",
    "gpu_is_slow": "the GPU is slowed down ({reason})",
    "machine_is_used": "other programs use {percent} % of the processors",
    "wide_interval": "your time is only known to be {low} to {high} times ours",
    "unsteady": "the interquartile range of our own times is {percent} % of their median",
    # The evidence for a verdict.
    "secret_case": "graph {number} ({recipe}), {threads}, order {order}",
    "partners_wrong": "{wrong} of {nodes} partners are wrong; the first one is the partner of "
    "node {node}: {got}, must be {expected}",
    "in_pass": "in pass {number}",
    "exit_code": "exit code {code}",
    "signal_name": "signal {name}",
    "arrays_left": "{count} arrays are not freed",
    "printed": "it printed: {text}",
    "same_run": "{times} runs with the same input: {verdicts}",
    "report_not_drawn": "The details of this report could not be shown. "
    "The points are not affected.",
    "machine_busy": "the machine was too busy to distinguish a slow program from an endless one",
    "suite_case": "{scene}: {what}",
    "suite_place": "{places}: {text}",
    "suite_hint": "hint: {hint}",
    "suite_rerun": "to run it alone: {command}",
    "suite_note": "note: {text}",
    # Why an archive cannot be read.
    "damaged_compression": "the {form} compression cannot be read",
    "damaged_checksum": "the header at byte {at} has a wrong checksum",
    "damaged_size": "the size at byte {at} is not a number",
    "damaged_extended_header": "an extended header cannot be read",
    "damaged_sparse": "it holds a sparse file",
    "damaged_directory": "the zip directory cannot be read",
    "damaged_encrypted": "it is encrypted",
    "damaged_member": "{name} in it cannot be read",
    "damaged_form": "it cannot be opened as {form}",
    "kind_empty": "empty",
    "kind_archive": "a {form} archive",
    "kind_web_page": "a web page, such as the login page of a site",
    "kind_text": "a text",
    "kind_unknown": "a file of an unknown kind",
    "without_archive": "the files without an archive",
    "named_kind": "{name} ({kind})",
    "compressed": "compressed ({form})",
    "and_more": "{names} and {count} more",
    # In the list of the most frequent mistakes: texts for mistakes without a hint.
    "mistake_not_started": "There is no code to grade.",
    # What a student can do while it is possible to hand in again.
    "checked_again": "This is checked again with your next hand-in.",
    "take_out": "Or take out what is named here, if you do not need it, and hand in again.",
    # Decisions of a person, and open decisions.
    "not_graded": "not graded yet",
    "see_total": "see the total",
    "see_part": "see the part",
    "by_hand": "by hand",
    "staff_decision": "Decision of the course staff",
    "rubric_open": "Not given yet: a person decides these points.",
    "decided": "Decided by a person: {why}",
    "total_given": "Total: {points}, decided by a person: {why}",
    "total_decided": "The total was decided by a person: {why}",
    "given_by_hand": "{points} points were given by hand: {why}",
    "taken_off": "taken off because you handed in late",
    "late_days": "{days} x {percent_per_day} % of the points reached are taken off: {percent} %.",
    "late_too_much": "more than {days} d after the deadline, nothing counts: 0 points.",
    "less_than": "less than {seconds} s",
    # Other texts of a student's report.
    "shown_below": "The report below has more about this part.",
    "no_file": "No file",
    "handed_in": "Handed in {when}.",
    "checksum": "Checksum of the files: {digest}",
    "rules": "This holds if nothing else is said: a property about results gives the share of its "
    "points that is the share of its right cases; one about races and memory gives all of its "
    "points or none. But the first tenth of the cases earns nothing: wrong code is right in some "
    "easy cases by luck. Cases in which code without any thought is right are left out of the "
    "share, and what is wrong in them costs points. In some properties, a case that is right in "
    "part counts in part. In runs that count, every array has more room than your code asks for; "
    "what ends in this room changes no other array. If you think that something here is not right, "
    "write to the course staff and name the part.",
}

# The text for a placeholder in a verdict's message if the result has no value for it.
PLACEHOLDERS = {
    "check": "check",
    "limit": "its time",
    "reference": "far less",
    "needs": "another part",
    "calls": "...",
    "nothing": SENTENCES["file_untouched"],
}


@dataclass(frozen=True)
class Note:
    """One message for a student: its key in MESSAGES, and the values of its placeholders."""

    code: str
    values: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _ = self.text  # a placeholder without a value raises its error here, not later on a page

    @property
    def text(self) -> str:
        return MESSAGES[self.code][0].format(**self.values)

    @property
    def next_step(self) -> str:
        return MESSAGES[self.code][1].format(**self.values)


def note(code: str, /, **values: object) -> Note:
    return Note(code, values)


def sentence(code: str, /, **values: object) -> str:
    return SENTENCES[code].format(**values)
