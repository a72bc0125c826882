-- One manager for each entry, however many change it at once. Room: entries.

create unique index entry_drivers_one_manager on entry_drivers (entry_id) where active and is_manager;
