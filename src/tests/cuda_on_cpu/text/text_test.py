"""Any bytes become a JSON string in UTF-8, and texts are cut only between characters.

text_test.py DRIVER
"""

import json
import random
import subprocess
import sys
import unittest

EDGES = (0x00, 0x22, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xFF)
LEADS = (0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF)
LETTERS = '\0\n"\\\x7fa\u0080\u00e9\u07ff\u0800\u4e2d\ud7ff\ue000\ufffd\uffff\U00010000\U0010ffff'
DRIVER = sys.argv.pop()


def drive(texts: list[bytes], *words: str) -> list[bytes]:
    given = b"".join(b"%d %s" % (len(text), text) for text in texts)
    done = subprocess.run([DRIVER, *words], input=given, capture_output=True, check=True)
    return done.stdout.split(b"\n")[:-1]


def drawn_texts() -> list[bytes]:
    draw = random.Random(7)
    texts = [draw.randbytes(draw.randrange(40)) for _ in range(20000)]
    for _ in range(5000):
        letters = "".join(draw.choice(LETTERS) for _ in range(12)).encode()
        texts.append(letters[draw.randrange(4) : len(letters) - draw.randrange(4)])
    return texts


class Json(unittest.TestCase):
    def assert_comes_back(self, texts: list[bytes]) -> None:
        quoted = drive(texts)
        self.assertEqual(len(quoted), len(texts))
        for text, line in zip(texts, quoted, strict=True):
            self.assertEqual(
                json.loads(line.decode("utf-8")), text.decode("utf-8", "replace"), text
            )

    def test_every_byte_and_every_pair_of_bytes_is_read_back_as_python_decodes_it(self) -> None:
        pairs = [bytes((one, other)) for one in range(256) for other in range(256)]
        self.assert_comes_back([b"", *(bytes((one,)) for one in range(256)), *pairs])

    def test_invalid_utf_8_is_replaced_as_python_replaces_it(self) -> None:
        inner = [(a, b, c) for a in EDGES for b in EDGES for c in EDGES]
        self.assert_comes_back([bytes((lead, *rest)) for lead in LEADS for rest in inner])

    def test_random_bytes_are_read_back_as_python_decodes_them(self) -> None:
        self.assert_comes_back(drawn_texts())


class Cut(unittest.TestCase):
    def test_no_character_is_cut_and_no_character_that_fits_is_lost(self) -> None:
        text = (LETTERS * 3).encode()
        ends = [len((LETTERS * 3)[:count].encode()) for count in range(3 * len(LETTERS) + 1)]
        for most in range(len(text) + 3):
            kept = int(drive([text], str(most))[0])
            self.assertEqual(kept, max(end for end in ends if end <= most), most)

    def test_bytes_that_are_not_text_are_cut_near_the_limit(self) -> None:
        for byte in (b"\x80", b"\xbf", b"\xff", b"\xe4"):
            for most in range(12):
                kept = int(drive([byte * 10], str(most))[0])
                self.assertTrue(min(most, 10) - 3 <= kept <= min(most, 10), (byte, most, kept))


if __name__ == "__main__":
    unittest.main()
