// Written by `npm run db-types` from the migrations; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ApplicationId, BopTemplateId, CorrectionId, DriverMatchId, EntryId, HostId, LeagueId, ModId, NotificationId, PenaltyId, ProtestId, ResultFileId, ResultId, RoundId, ServerId, SessionId, SplitId, TournamentId, UserId } from '#core/ids.ts'

type DateText = ColumnType<string, string | Date, string | Date>
type Json = ColumnType<unknown, string, string>

export type Tables = {
  applications: {
    id: ApplicationId
    v: Generated<number>
    league_id: LeagueId
    user_id: UserId
    status: Generated<string>
    reason: Generated<string>
    tos_version: number | null
    applied_at: Date
    decided_at: Date | null
    decided_by: UserId | null
  }
  audit: {
    seq: GeneratedAlways<number>
    at: Date
    request_id: string
    actor_id: UserId | null
    command: string
    object_id: string | null
    league_id: LeagueId | null
    outcome: string
  }
  balance_of_performance: {
    session_id: SessionId
    car_id: string
    ballast_kg: number
    restrictor: number
  }
  bans: {
    league_id: LeagueId
    user_id: UserId
    reason: string
    banned_at: Date
    banned_by: UserId
    ends_at: Date | null
    since: Date | null
  }
  bop_templates: {
    id: BopTemplateId
    league_id: LeagueId
    game: string
    name: string
    track_id: string | null
    bops: Json
    updated_at: Date
  }
  budgets: {
    key: string
    window_start: Date
    spent: number
  }
  daily_starts: {
    template_id: SessionId
    starts_at: Date
    state: string
    session_id: SessionId | null
    reason: string | null
  }
  driver_calendars: {
    user_id: UserId
    key: string
    made_at: Date
  }
  driver_matches: {
    id: DriverMatchId
    league_id: LeagueId
    session_id: SessionId
    source: string
    identity: string
    user_id: UserId
    v: Generated<number>
    matched_by: UserId
    matched_at: Date
  }
  driver_ratings: {
    user_id: UserId
    game: string
    rank: number
    races: number
  }
  effects: {
    key: string
    done_at: Generated<Date>
  }
  entries: {
    id: EntryId
    v: Generated<number>
    session_id: SessionId
    status: string
    race_number: number
    car_id: string
    skin: string | null
    class_id: string | null
    split_no: number | null
    grid_position: number | null
    team_name: string | null
    team_password_sealed: string | null
    registered_at: Date
    left_at: Date | null
    left_reason: string | null
    checked_in_at: Date | null
    missed_check_in_at: Date | null
  }
  entry_drivers: {
    entry_id: EntryId
    session_id: SessionId
    user_id: UserId
    is_manager: Generated<boolean>
    active: Generated<boolean>
    joined_at: Date
    left_at: Date | null
    /** Kept by the database (migrations/0128): where false, whether its event is over has to be looked up. */
    over: Generated<boolean>
  }
  events: {
    seq: GeneratedAlways<number>
    at: Date
    request_id: string
    actor_id: UserId | null
    type: string
    aggregate: string
    aggregate_id: string
    league_id: LeagueId | null
    data: Json
  }
  hosts: {
    id: HostId
    name: string
    token_hash: string
    region: string
    games: string[]
    address: string
    capacity: number
    port_from: number
    port_to: number
    instance: string | null
    last_seen_at: Date | null
    created_at: Date
    revoked_at: Date | null
  }
  idempotency_keys: {
    user_id: UserId
    key: string
    request_hash: string
    reply: ColumnType<unknown, string | null, string | null>
    created_at: Date
  }
  image_uploads: {
    id: string
    league_id: LeagueId
    entity_type: string
    entity_id: string
    user_id: UserId
    status: Generated<string>
    images: Json
    created_at: Date
    used_at: Date | null
  }
  invariant_checks: {
    name: string
    checked_at: Date
    violations: number
    ids: string[]
  }
  invited_drivers: {
    list_id: RoundId
    user_id: UserId
    from_list_id: RoundId | null
    invited_at: Date
  }
  lap_backlog: {
    session_id: SessionId
  }
  lap_bests: {
    row_id: string
    user_id: UserId
    league_id: LeagueId
    session_id: SessionId
    game: string
    track_id: string
    layout_id: string
    track_name: string | null
    car_id: string
    car_name: string | null
    segment_type: string
    segment_key: string
    segment_index: number
    is_wet: boolean
    lap_ms: number
    driven_at: Date
    is_best: Generated<boolean>
    before_ms: number | null
  }
  league_configs: {
    league_id: LeagueId
    config_type: string
    scope: string
    scope_entity_id: string
    v: Generated<number>
    config: Json
  }
  leagues: {
    id: LeagueId
    v: Generated<number>
    name: string
    short_name: string
    description: Generated<string>
    games: Generated<string[]>
    languages: string[]
    visibility: Generated<string>
    direct_join: boolean
    password_sealed: string | null
    discord_required: Generated<boolean>
    open_events: Generated<boolean>
    invite_link: Generated<string>
    tos: ColumnType<unknown, string | null, string | null>
    tos_version: Generated<number>
    logo: string | null
    background: string | null
    background_small: string | null
    plan: Generated<string>
    plan_ends_at: Date | null
    members_count: Generated<number>
    created_at: Date
    closed_at: Date | null
    search_name: GeneratedAlways<string>
    open_results: Generated<boolean>
  }
  linked_accounts: {
    provider: string
    subject: string
    user_id: UserId
    linked_at: Date
    proven: Generated<boolean>
  }
  login_accounts: {
    id: string
    user_id: UserId
    account_id: string
    provider_id: string
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: Date | null
    refresh_token_expires_at: Date | null
    scope: string | null
    password: string | null
    created_at: Date
    updated_at: Date
  }
  login_codes: {
    address: string
    browser: string
    code_hash: string
    tries: Generated<number>
    expires_at: Date
    given_by: string | null
    given_at: Date | null
  }
  login_nonces: {
    nonce: string
    at: Date
  }
  login_sessions: {
    id: string
    user_id: UserId
    token_hash: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: Date
    updated_at: Date
  }
  login_verifications: {
    id: string
    identifier: string
    value: string
    expires_at: Date
    created_at: Date
    updated_at: Date
  }
  logins: {
    id: UserId
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    created_at: Date
    updated_at: Date
  }
  mails: {
    id: string
    at: Date
    recipient: string
    effect_key: string | null
    sent_at: Date | null
    sealed: string | null
    tries: Generated<number>
    next_at: Generated<Date>
    refused_at: Date | null
  }
  manual_results: {
    session_id: SessionId
    segment_index: number
    type: string
    type_no: number
    v: Generated<number>
    rows: Json
    sources: ColumnType<unknown, string | undefined, string>
    facts: ColumnType<unknown, string | undefined, string>
    file_name: string | null
    saved_at: Date
    file_id: string | null
    discarded: Generated<boolean>
  }
  memberships: {
    league_id: LeagueId
    user_id: UserId
    role: string
    joined_at: Date
    tos_version: number | null
    tos_accepted_at: Date | null
  }
  mods: {
    id: ModId
    v: Generated<number>
    league_id: LeagueId
    game: string
    name: string
    version: string
    url: string
    only_for: string | null
    cars: string[]
    tracks: string[]
    updated_at: Date
  }
  notifications: {
    id: NotificationId
    user_id: UserId
    kind: string
    params: Json
    link: string
    at: Date
    read_at: Date | null
    effect_key: string
  }
  pick_list_entries: {
    league_id: LeagueId
    user_id: UserId
    position: number
    car_id: string | null
    class_id: string | null
  }
  pick_lists: {
    league_id: LeagueId
    v: number
    active: boolean
    session_id: SessionId | null
    is_swap: Generated<boolean>
    updated_at: Date
    tournament_id: TournamentId | null
  }
  protest_numbers: {
    league_id: LeagueId
    last_no: number
  }
  protest_penalties: {
    id: PenaltyId
    report_id: ProtestId
    league_id: LeagueId
    session_id: SessionId
    user_id: UserId
    kind: string
    amount: number | null
    state: string
    races_left: Generated<number>
    carried_over: Generated<number>
    note: string | null
    created_at: Date
    settled_at: Date | null
    settled_by: UserId | null
    correction_id: CorrectionId | null
  }
  protest_penalty_races: {
    penalty_id: string
    session_id: SessionId
    outcome: string
    by_hand: Generated<boolean>
    settled_at: Date
  }
  protest_reports: {
    id: ProtestId
    league_id: LeagueId
    report_no: number
    session_id: SessionId
    split_no: number
    segment_index: number
    segment_type: string
    segment_no: number
    reporter_id: UserId
    reportee_id: UserId
    team_name: string | null
    category: string
    lap_number: number | null
    incident_ms: number | null
    description: string
    video_url: string
    status: Generated<string>
    required_reviews: number
    submitted_at: Date
    answer: string | null
    answered_at: Date | null
    verdict: string | null
    decided_at: Date | null
    appeal_until: Date | null
    appeal_note: string | null
    appeal_video_url: string | null
    appealed_at: Date | null
    appeal_decided_at: Date | null
    incident: ColumnType<unknown, string | null, string | null>
    reportee_keys: string[] | null
    reportee_car: ColumnType<unknown, string | null, string | null>
  }
  protest_reviews: {
    report_id: ProtestId
    round: number
    reviewer_id: UserId
    no: number
    decision: string
    note: string
    penalties: ColumnType<unknown, string | undefined, string>
    reviewed_at: Date
  }
  race_burdens: {
    session_id: SessionId
    user_id: UserId
    kind: string
    amount: number | null
  }
  race_log_backlog: {
    session_id: SessionId
  }
  race_log_entries: {
    result_id: ResultId
    no: number
    kind: string
    row_id: string
    other_row_id: string | null
    lap: number | null
    at_ms: number | null
    driver_no: number | null
    value: number | null
    detail: string | null
  }
  race_logs: {
    result_id: ResultId
    session_id: SessionId
    file_id: string
    digest: string
    log_version: number
    is_known: boolean
    read_at: Date
  }
  ranked_races: {
    session_id: SessionId
    race_no: number
    game: string
    starts_at: Date
    status: string
    cars: Json
    splits: number[]
    ranked_splits: Generated<number[]>
    field_strengths: ColumnType<unknown, string | undefined, string>
  }
  rated_drivers: {
    user_id: UserId
    rank: number
    races: number
    licence: string
    level: number
    licence_races: number
  }
  rating_backlog: {
    session_id: SessionId
    starts_at: Date
  }
  rating_changes: {
    session_id: SessionId
    race_no: number
    user_id: UserId
    game: string
    starts_at: Date
    car_id: string
    won: number
    expected: number
    starters: number
    rank_before: number
    races_before: number
    rank_after: number
    races_after: number
    driven: Json
    licence_before: Generated<string>
    level_before: Generated<number>
    licence_races_before: Generated<number>
    licence_after: Generated<string>
    level_after: Generated<number>
    licence_races_after: Generated<number>
  }
  result_choices: {
    id: string
    session_id: SessionId
    split_no: number
    segment_index: number
    no: number
    action: string
    result_id: ResultId
    state_before: string
    replaced_id: string | null
    reason: string
    chosen_by: UserId
    chosen_at: Date
    undone_by: UserId | null
    undone_at: Date | null
  }
  result_confirmations: {
    session_id: SessionId
    until: Date
    disputed: Generated<boolean>
    confirmed_at: Date | null
    takes_protests: Generated<boolean>
    changed_at: Date | null
  }
  result_corrections: {
    id: string
    session_id: SessionId
    split_no: number
    race_no: number | null
    match_keys: string[]
    kind: string
    value: number | null
    reason: string
    created_by: UserId | null
    created_at: Date
    revoked_by: UserId | null
    revoked_at: Date | null
    revoked_reason: string | null
  }
  result_files: {
    id: ResultFileId
    session_id: SessionId
    split_no: number
    server_id: ServerId | null
    name: string
    sha256: string
    bytes: Buffer | null
    type: string | null
    status: string
    code: string | null
    reason: string | null
    reader_version: Generated<number>
    received_at: Date
    read_at: Date | null
    types: string[] | null
    handed_in_by: UserId | null
    matches: ColumnType<unknown, string | undefined, string>
    chosen: number[] | null
    track_from: Generated<string>
    first_race: number | null
  }
  result_laps: {
    row_id: string
    laps: Json
    positions: number[]
    times: number[]
  }
  result_rows: {
    id: string
    result_id: ResultId
    session_id: SessionId
    position: number
    start_position: number | null
    participant_type: string
    name: string
    user_id: UserId | null
    user_ids: Generated<string[]>
    entry_id: EntryId | null
    match_key: string
    drivers: Json
    race_number: number | null
    car_id: string | null
    class_id: string | null
    class_position: number
    lap_count: number
    total_time_ms: number | null
    final_race_time_ms: number | null
    best_lap_ms: number | null
    best_clean_lap_ms: number | null
    status: string
    retired_type: string
    retired_value: number | null
    incidents: ColumnType<unknown, string | null, string | null>
    pit_stops: number | null
    calculated_points: Generated<number>
    points_adjustment: Generated<number>
    penalty_ms: Generated<number>
    ballast_kg: number | null
    restrictor: number | null
    stats: ColumnType<unknown, string | undefined, string>
    car_name: string | null
    unmatched: ColumnType<unknown, string | null, string | null>
    raw_position: number
    raw_status: string
    raw_retired_type: string
    raw_retired_value: number | null
    points_parts: ColumnType<unknown, string | null, string | null>
    event_adjustment: Generated<number>
    penalty_places: Generated<number>
    file_key: string | null
    start_filled: Generated<boolean>
  }
  result_withdrawals: {
    id: string
    session_id: SessionId
    kind: string
    file_id: string | null
    race_no: number | null
    reason: string
    withdrawn_by: UserId
    withdrawn_at: Date
    closed_at: Date | null
  }
  results: {
    id: ResultId
    session_id: SessionId
    split_no: number
    segment_index: number
    type: string
    type_no: number
    file_id: string | null
    best_stats: ColumnType<unknown, string | undefined, string>
    facts: ColumnType<unknown, string | undefined, string>
    warnings: Generated<string[]>
    created_at: Date
    state: Generated<string>
    digest: string | null
  }
  rounds: {
    id: RoundId
    league_id: LeagueId
    name: string
    short_name: string
    start_date: Date
    status: Generated<string>
    img: string | null
    img_small: string | null
    v: Generated<number>
    created_by: UserId
    created_at: Date
    published_at: Date | null
    ended_at: Date | null
    removed_at: Date | null
  }
  server_ports: {
    host_id: HostId
    port: number
    server_id: ServerId
  }
  servers: {
    id: ServerId
    split_id: SplitId
    session_id: SessionId
    host_id: HostId
    fence: Generated<number>
    phase: Generated<string>
    ports: ColumnType<unknown, string | undefined, string>
    address: string | null
    assigned_at: Date
    lease_until: Date
    misses: Generated<number>
    started_at: Date | null
    begun_at: Date | null
    drivers: number | null
    drivers_at: Date | null
    result_at: Date | null
    ended_at: Date | null
    reason: string | null
    log_tail: Generated<string>
    placed_at: Date | null
    live: ColumnType<unknown, string | null, string | null>
    live_at: Date | null
  }
  session_classes: {
    session_id: SessionId
    class_id: string
    position: number
    name: string
    color: string
    car_ids: string[]
    max_entries: number | null
    taken: Generated<number>
  }
  session_status_history: {
    seq: GeneratedAlways<number>
    session_id: SessionId
    split_no: number | null
    status: string
    at: Date
    reason: string | null
  }
  sessions: {
    id: SessionId
    v: Generated<number>
    league_id: LeagueId
    game: string
    name: string
    description: Generated<string>
    server_name: string
    track_id: string
    layout_id: string | null
    car_ids: string[]
    segments: Json
    options: ColumnType<unknown, string | undefined, string>
    duration_min: number
    status: Generated<string>
    status_at: Date
    starts_at: Date
    region: string
    max_entries: number
    taken: Generated<number>
    waiting: Generated<number>
    split_count: Generated<number>
    is_ranked: Generated<boolean>
    driver_swap: Generated<boolean>
    manual: Generated<boolean>
    has_grid_positions: Generated<boolean>
    closed_entry: Generated<boolean>
    entry_password_sealed: string | null
    server_protection: Generated<boolean>
    passwords_sealed: string
    registration_opens_at: Date | null
    points: ColumnType<unknown, string | undefined, string>
    bg_image: string | null
    bg_image_small: string | null
    created_by: UserId
    created_at: Date
    published_at: Date | null
    ended_at: Date | null
    deleted_at: Date | null
    game_name: string | null
    hosting: Generated<string>
    search_name: GeneratedAlways<string>
    split_seats: number | null
    split_least: number | null
    splits_frozen_at: Date | null
    spectators: Generated<number>
    check_in: Generated<boolean>
    check_in_closes_at: Date | null
    check_in_closed_at: Date | null
    join_conditions: ColumnType<unknown, string | undefined, string>
    schedule: ColumnType<unknown, string | null, string | null>
    template_id: SessionId | null
    season_entries: Generated<boolean>
    tournament_id: TournamentId | null
    tournament_name: string | null
    tournament_type: string | null
    round_id: RoundId | null
    round_index: number | null
    invited_only: Generated<boolean>
    has_server_password: Generated<boolean>
  }
  spectators: {
    session_id: SessionId
    user_id: UserId
    joined_at: Date
  }
  splits: {
    id: SplitId
    session_id: SessionId
    split_no: number
    status: Generated<string>
    status_at: Date
    reason: string | null
  }
  tombstones: {
    hash: string
    at: Date
  }
  tournament_adjustments: {
    id: string
    tournament_id: TournamentId
    user_id: UserId | null
    team_name: string | null
    points: number
    reason: string
    given_by: UserId
    given_at: Date
    revoked_by: UserId | null
    revoked_at: Date | null
    revoked_reason: string | null
  }
  tournament_classes: {
    tournament_id: TournamentId
    class_id: string
    position: number
    name: string
    color: string
    car_ids: string[]
    max_entries: number | null
    taken: Generated<number>
  }
  tournament_entries: {
    tournament_id: TournamentId
    user_id: UserId
    status: string
    class_id: string | null
    team_name: string | null
    registered_at: Date
    left_at: Date | null
    left_reason: string | null
    car_id: string | null
    had_left: Generated<boolean>
    had_waited: Generated<boolean>
  }
  tournament_sessions: {
    session_id: SessionId
    tournament_id: TournamentId
    multiplier: Generated<number>
    point_table: ColumnType<unknown, string | null, string | null>
    race_tables: ColumnType<unknown, string | null, string | null>
    own_points: ColumnType<unknown, string | null, string | null>
    fastest_lap: number | null
  }
  tournament_skips: {
    session_id: SessionId
    user_id: UserId
    skipped_at: Date
  }
  tournament_standings: {
    tournament_id: TournamentId
    of: string
    class_id: Generated<string>
    standings: Json
    computed_at: Date
    cells: ColumnType<unknown, string | null, string | null>
  }
  tournaments: {
    id: TournamentId
    v: Generated<number>
    league_id: LeagueId
    type: string
    status: Generated<string>
    game: string
    name: string
    description: Generated<string>
    car_ids: Generated<string[]>
    join_after_start: boolean
    session_skip_limit: number
    point_system: Json
    max_entries: number
    taken: Generated<number>
    bg_image: string | null
    bg_image_small: string | null
    created_by: UserId
    created_at: Date
    published_at: Date | null
    started_at: Date | null
    ended_at: Date | null
    deleted_at: Date | null
    success_ballast: ColumnType<unknown, string | null, string | null>
    car_change: Generated<string>
    search_name: GeneratedAlways<string>
    time_zone: string | null
  }
  users: {
    id: UserId
    v: Generated<number>
    name: string
    country: string | null
    birth_date: DateText | null
    terms_accepted_at: Date | null
    terms_version: string | null
    name_changes: Generated<number>
    name_changed_at: Date | null
    settings: ColumnType<unknown, string | undefined, string>
    plan: Generated<string>
    demo_role: string | null
    created_at: Date
    removed_at: Date | null
    search_name: GeneratedAlways<string>
    reads_in: string | null
  }
}
