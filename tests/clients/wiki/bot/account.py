"""The account that edits, and the replaced text. Nothing here needs more than Python itself."""

ACCOUNT, PASSWORD = "Writer", "Writerpass-12345"
BOT, BOT_PASSWORD = f"{ACCOUNT}@backup", "0123456789abcdee" * 2
COMMENT = "A picture of mine"
OLD, NEW = "good-bye", "farewell"
