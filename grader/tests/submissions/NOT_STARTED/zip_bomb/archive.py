# attack: archive
# root: files
# what: a zip whose members unpack to far more than they say
# list: 14
import io
import zipfile


def archive(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in files:
            packed.writestr(path, bytes(48 << 20))
    return buffer.getvalue()
