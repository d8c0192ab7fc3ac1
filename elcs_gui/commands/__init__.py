"""The subcommands of `elcs`, one file each."""
