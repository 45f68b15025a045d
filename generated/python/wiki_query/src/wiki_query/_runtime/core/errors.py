"""The root of the errors that clients raise on purpose, above the root that each package has of its own."""


class ClientError(Exception):
    """Its text says all there is to say; where in the runtime it was raised tells a caller nothing."""


class ClosedError(ClientError, RuntimeError):
    """A client was used after it had been closed."""

    def __init__(self) -> None:
        super().__init__("the client is closed")


class OtherLoopError(ClientError, RuntimeError):
    """An asynchronous client was used in two event loops at once."""

    def __init__(self) -> None:
        super().__init__(
            "the client is in use in another event loop, which still runs: make one for each"
        )
