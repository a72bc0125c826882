-- Protests: reports of what happened in a race, what stewards voted, and the penalties of a verdict. Room: protests.

-- the last number of a community's reports: counted in the change that files one, so that none is left out
create table protest_numbers (
  league_id uuid primary key references leagues (id),
  last_no int not null check (last_no >= 1)
);

create table protest_reports (
  id uuid primary key,
  league_id uuid not null references leagues (id),
  report_no int not null check (report_no >= 1),
  session_id uuid not null references sessions (id),
  split_no int not null,
  segment_index int not null,
  segment_type text not null check (segment_type in ('QUALIFY', 'RACE')),
  -- counts the segments of this type from 1
  segment_no int not null,
  reporter_id uuid not null references users (id),
  reportee_id uuid not null references users (id),
  -- of the reportee, where cars are shared
  team_name text,
  category text not null,
  lap_number int,
  -- into the segment
  incident_ms int,
  description text not null,
  video_url text not null,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'IN_PROGRESS', 'ACCEPTED', 'REJECTED', 'APPEALED', 'APPEAL_ACCEPTED', 'APPEAL_REJECTED', 'WITHDRAWN')),
  -- those of the moment it was filed: rules that change later do not move the goal
  required_reviews int not null check (required_reviews % 2 = 1),
  submitted_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  -- of the first decision; it stays when an appeal turns it
  verdict text check (verdict in ('ACCEPT', 'REJECT')),
  decided_at timestamptz,
  -- null: nobody may appeal
  appeal_until timestamptz,
  appeal_note text,
  appeal_video_url text,
  appealed_at timestamptz,
  appeal_decided_at timestamptz,
  unique (league_id, report_no),
  check (reporter_id <> reportee_id),
  check ((verdict is null) = (decided_at is null)),
  check ((verdict is null) = (status in ('PENDING', 'IN_PROGRESS', 'WITHDRAWN'))),
  check ((appealed_at is null) = (status not in ('APPEALED', 'APPEAL_ACCEPTED', 'APPEAL_REJECTED')))
);
create index protest_reports_by_league on protest_reports (league_id, submitted_at desc);
create index protest_reports_by_session on protest_reports (session_id);
create index protest_reports_by_reporter on protest_reports (reporter_id, league_id);
create index protest_reports_by_reportee on protest_reports (reportee_id, league_id);

create table protest_reviews (
  report_id uuid not null references protest_reports (id),
  -- 1: of the report, 2: of its appeal
  round int not null check (round in (1, 2)),
  reviewer_id uuid not null references users (id),
  -- counts the votes of a round: two at once cannot both be the last
  no int not null check (no >= 1),
  decision text not null check (decision in ('ACCEPT', 'REJECT')),
  note text not null,
  -- [{kind, amount}]
  penalties jsonb not null default '[]',
  reviewed_at timestamptz not null,
  primary key (report_id, round, reviewer_id),
  unique (report_id, round, no)
);
create index protest_reviews_by_reviewer on protest_reviews (reviewer_id);

-- what a verdict gave a driver
create table protest_penalties (
  id uuid primary key,
  report_id uuid not null references protest_reports (id),
  league_id uuid not null references leagues (id),
  session_id uuid not null references sessions (id),
  user_id uuid not null references users (id),
  kind text not null,
  -- seconds, points, places or races; null where nothing is counted
  amount int,
  -- STANDS: of this race. DUE: of the next one. REVOKED: an appeal has turned the verdict
  state text not null check (state in ('STANDS', 'DUE', 'SERVED', 'FORGIVEN', 'REVOKED')),
  -- races of a suspension that are still to be sat out
  races_left int not null default 0 check (races_left >= 0),
  -- how often the driver was not there to serve it
  carried_over int not null default 0,
  note text,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references users (id),
  check ((state in ('STANDS', 'DUE')) = (settled_at is null))
);
create index protest_penalties_by_report on protest_penalties (report_id);
create index protest_penalties_due on protest_penalties (league_id, created_at) where state = 'DUE';
create index protest_penalties_by_user on protest_penalties (user_id);
