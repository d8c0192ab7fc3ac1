"""What the window stands on, without a widget: theme, player, session, worker, layouts."""
