"""A folder of files, below which no symbolic link is followed.

Whoever can put a link into a repository would otherwise decide which file is written. So every operation
opens one folder after the other, from the root down, and stops at whatever is no folder. The root itself
may be a link: it is what the user named.

Windows has no operations relative to an open folder. There, the folders above a file are looked at before
the file is used. That finds every link that a repository brings along, but not one that another program
puts there in between.

A run that changes nothing loads this module, so it imports nothing that takes time.
"""

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

LOCAL = ".specloom"
"""Folder beside the outputs for what is of this machine only; not committed."""
MOST = 1 << 28
"""Bytes of the largest file that is read: far more than any output has."""

_RELATIVE = {
    os.open,
    os.stat,
    os.mkdir,
    os.unlink,
    os.rmdir,
    os.rename,
    os.chmod,
} <= os.supports_dir_fd
_BINARY: int = getattr(os, "O_BINARY", 0)
_AS_IT_IS: int = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | _BINARY
"""Follow no link, wait for nobody who writes into a pipe, change no line end."""
_FOLDER: int = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_JUNCTION = 0xA0000003
"""The reparse tag of what links folders on Windows."""


def is_plain(path: str) -> bool:
    """Return whether a path, with forward slashes, stays below the folder that it is relative to, on any system."""
    separators = "\\:\0"  # to Windows a separator, and a drive or stream
    return not any(part in ("", ".", "..") for part in path.split("/")) and not any(
        sign in path for sign in separators
    )


def is_link(status: os.stat_result) -> bool:
    """Return whether a status, taken without following links, is that of a link."""
    # S_ISLNK does not know the junctions of Windows, which need no rights to be made.
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _JUNCTION


def is_folder(status: os.stat_result) -> bool:
    """Return whether a status is that of a folder, and not of a link to one."""
    return stat.S_ISDIR(status.st_mode) and not is_link(status)


class Folder:
    """A folder by its name; paths are relative to it, with forward slashes."""

    def __init__(self, root: "str | os.PathLike[str]") -> None:
        self.root = os.fspath(root) or "."

    def where(self, path: str) -> str:
        """The path as the user would name it."""
        if path == ".":
            return self.root
        return path if self.root == "." else os.path.join(self.root, path)

    # --- Looking ---------------------------------------------------------------------------------------

    def status(self, path: str) -> os.stat_result | None:
        """Status of a path, or of `.` for the folder itself; None if nothing is there or it is out of reach."""
        try:
            if path == ".":
                return os.stat(self.root)
            with _Place(self.root, path) as place:
                return place.status()
        except OSError:
            return None

    def obstacle(self, path: str) -> str | None:
        """The first place above a path, `.` included, where something other than a folder stands."""
        parts = path.split("/")[:-1]
        for above in [".", *("/".join(parts[: end + 1]) for end in range(len(parts)))]:
            status = self.status(above)
            if status is None:
                return None
            if not is_folder(status):
                return above
        return None

    def missing(self, path: str) -> list[str]:
        """The folders above a path that do not exist, outermost first."""
        parts = path.split("/")[:-1]
        parents: list[str] = []
        while parts and self.status("/".join(parts)) is None:
            parents.insert(0, "/".join(parts))
            parts.pop()
        return parents

    def names(self, path: str) -> list[str]:
        """Names in a folder, sorted; none if the folder does not exist."""
        try:
            # `x` need not exist: only the folder above it is opened.
            with _Place(self.root, f"{path}/x") as place:
                return sorted(os.listdir(place.above if place.folder is None else place.folder))
        except OSError:
            return []

    def read(self, path: str) -> bytes | None:
        """Content of a regular file; None for everything else, and for files that cannot be read."""
        try:
            with _Place(self.root, path) as place:
                descriptor = os.open(place.name, os.O_RDONLY | _AS_IT_IS, dir_fd=place.folder)
                try:
                    status = os.fstat(descriptor)
                    if not stat.S_ISREG(status.st_mode) or status.st_size > MOST:
                        return None
                    with open(descriptor, "rb", closefd=False) as stream:
                        return stream.read(status.st_size)  # takes room for all that it asks
                finally:
                    os.close(descriptor)
        except OSError:
            return None

    def refused(self, path: str) -> "tuple[str, str] | None":
        """The first place on the way to a file that may not be read, and the reason; None where nothing is refused."""
        reason = self._refusal(path, opened=True)
        if reason is None:
            return None
        parts = path.split("/")
        for end in range(1, len(parts)):
            above = "/".join(parts[:end])
            if self._refusal(f"{above}/x", opened=False):
                return above, reason
        return path, reason

    def _refusal(self, path: str, *, opened: bool) -> str | None:
        """Why the folder of a file cannot be used, or the file itself not be opened."""
        try:
            with _Place(self.root, path) as place:
                if opened and stat.S_ISREG(place.status().st_mode):
                    os.close(os.open(place.name, os.O_RDONLY | _AS_IT_IS, dir_fd=place.folder))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            return None if error.errno == errno.ELOOP else error.strerror  # a link is told as one
        return None

    # --- Writing ---------------------------------------------------------------------------------------

    def make(self, path: str) -> None:
        """Make a folder; fine if another run was quicker."""
        with _Place(self.root, path) as place:
            try:
                os.mkdir(place.name, dir_fd=place.folder)
            except FileExistsError:
                return

    def create(self, path: str, content: bytes, name: str | None = None) -> None:
        """Write a file that does not exist, under another name beside its place if one is given.

        It is whole, or not there at all.
        """
        with _Place(self.root, path) as place:
            there = place.beside(name)
            # O_EXCL refuses even a link that leads nowhere, through which O_CREAT makes a file.
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _AS_IT_IS
            descriptor = os.open(there, flags, 0o666, dir_fd=place.folder)
            try:
                remaining = memoryview(content)
                while remaining:
                    # A nearly full disk may take only a part.
                    remaining = remaining[os.write(descriptor, remaining) :]
            except OSError:
                os.unlink(there, dir_fd=place.folder)
                raise
            finally:
                os.close(descriptor)

    def replace(self, path: str, name: str) -> None:
        """Move a file into the place of another one in the same folder; nothing else is replaced."""
        with _Place(self.root, path) as place:
            place.take(place.beside(name), place.folder)

    def move(self, source: str, path: str) -> None:
        """Move a file from another folder to a path, replacing a file there."""
        with _Place(self.root, source) as other, _Place(self.root, path) as place:
            place.take(other.name, other.folder)

    def write(self, path: str, content: bytes) -> None:
        """Put a file into a folder that is the program's own, over what it wrote there before."""
        name = f"{path.rpartition('/')[2]}.new"
        self.remove(path, name)  # a killed run may have left it, and create() replaces nothing
        self.create(path, content, name)
        self.replace(path, name)

    def put(self, path: str, content: bytes) -> bool:
        """Write a file, whole even if the program is killed; False where it is so already."""
        if self.read(path) == content:
            return False
        for above in self.missing(path):
            self.make(above)
        staged = f".{path.rpartition('/')[2]}.{os.urandom(4).hex()}.specloom"
        self.create(path, content, staged)
        self.replace(path, staged)
        return True

    def remove(self, path: str, name: str | None = None) -> None:
        """Remove a file, or a link itself, or what lies beside its place under another name."""
        with _Place(self.root, path) as place:
            try:
                os.unlink(place.beside(name), dir_fd=place.folder)
            except FileNotFoundError:
                return

    def remove_folder(self, path: str) -> bool:
        """Remove a folder that is empty; whether it was."""
        try:
            with _Place(self.root, path) as place:
                os.rmdir(place.name, dir_fd=place.folder)
        except OSError:
            return False
        return True

    def remove_empty_above(self, path: str) -> None:
        """Remove the folders above a path that are empty; those that lie in the root itself stay."""
        above = path.rpartition("/")[0]
        while "/" in above and (self.status(above) is None or self.remove_folder(above)):
            above = above.rpartition("/")[0]

    def lock_file(self, path: str) -> int:
        """The descriptor of a file that is only there to be locked."""
        with _Place(self.root, path) as place:
            flags = os.O_RDWR | os.O_CREAT | _AS_IT_IS
            descriptor = os.open(place.name, flags, 0o666, dir_fd=place.folder)
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                os.close(descriptor)
                raise OSError(errno.EEXIST, "something other than a file is there")
            return descriptor


class _Place:
    """The folder of a file, held open, and the file's name in it; failures name the file's whole path."""

    def __init__(self, root: str, path: str) -> None:
        self._path = os.path.join(root, path) if root != "." else path
        if not is_plain(path):
            raise OSError(errno.EINVAL, "no path below a folder", self._path)
        *self._parts, self._last = path.split("/")
        self._root = root
        self.folder: int | None = None
        """None where the system cannot use it; then `name` is a whole path."""
        self.above = os.path.join(root, *self._parts)

    @property
    def name(self) -> str:
        """As the system takes it together with `folder`."""
        return self.beside(None)

    def beside(self, name: str | None) -> str:
        """This place with another name in its folder."""
        name = name or self._last
        return os.path.join(self.above, name) if self.folder is None else name

    def status(self) -> os.stat_result:
        """Status of the place, without following links."""
        return os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)

    def take(self, name: str, folder: int | None) -> None:
        """Replace a file, keeping its mode; nothing else is replaced."""
        try:
            present = self.status()
            if not stat.S_ISREG(present.st_mode):
                raise OSError(errno.EEXIST, "something other than a file is there")
            mode = stat.S_IMODE(present.st_mode)
            if stat.S_IMODE(os.stat(name, dir_fd=folder).st_mode) != mode:
                os.chmod(name, mode, dir_fd=folder)
        except FileNotFoundError:
            pass
        os.replace(name, self.name, src_dir_fd=folder, dst_dir_fd=self.folder)

    def __enter__(self) -> "_Place":
        try:
            if _RELATIVE:
                self._open()
            else:
                self._look()
        except OSError as error:
            self._tell(error)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: "TracebackType | None",
    ) -> None:
        if self.folder is not None:
            os.close(self.folder)
        if isinstance(error, OSError):
            self._tell(error)

    def _open(self) -> None:
        folder = os.open(self._root, _FOLDER)
        for part in self._parts:
            try:
                below = os.open(part, _FOLDER | _AS_IT_IS, dir_fd=folder)
            finally:
                os.close(folder)
            folder = below
        self.folder = folder

    def _look(self) -> None:
        above = self._root
        for part in self._parts:
            above = os.path.join(above, part)
            if not is_folder(os.lstat(above)):
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))

    def _tell(self, error: OSError) -> None:
        """Raise a failure anew, of the file that is meant."""
        # Relative to an open folder, the system names the last part of the path alone.
        raise OSError(error.errno, error.strerror, self._path) from error
