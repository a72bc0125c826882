-- The secret part of the address under which a driver's races are a calendar to subscribe to: whoever has it reads them. Room: tournaments.

create table driver_calendars (
  user_id uuid primary key references users (id),
  key text not null unique,
  made_at timestamptz not null
);
