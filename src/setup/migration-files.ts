/** The files of `migrations`, bundled as text and loaded only when a database lacks them. A test compares this list with the folder. */

/** A migration and the way to its SQL. */
export interface MigrationFile {
  name: string
  load(): Promise<{ default: string }>
}

/** In the order in which they are applied. */
export const MIGRATION_FILES: readonly MigrationFile[] = [
  { name: "0000_baseline.sql", load: () => import("../../migrations/0000_baseline.sql") },
  { name: "0001_name_prints.sql", load: () => import("../../migrations/0001_name_prints.sql") },
  { name: "0002_fact_times.sql", load: () => import("../../migrations/0002_fact_times.sql") },
  { name: "0003_former_names.sql", load: () => import("../../migrations/0003_former_names.sql") },
  { name: "0004_answer_labels.sql", load: () => import("../../migrations/0004_answer_labels.sql") },
  { name: "0005_own_role.sql", load: () => import("../../migrations/0005_own_role.sql") },
  { name: "0006_icons_and_tags.sql", load: () => import("../../migrations/0006_icons_and_tags.sql") },
  { name: "0007_health.sql", load: () => import("../../migrations/0007_health.sql") },
  { name: "0008_restoring.sql", load: () => import("../../migrations/0008_restoring.sql") },
  { name: "0009_events.sql", load: () => import("../../migrations/0009_events.sql") },
  { name: "0010_imports.sql", load: () => import("../../migrations/0010_imports.sql") },
  { name: "0011_claim_log.sql", load: () => import("../../migrations/0011_claim_log.sql") },
  { name: "0012_identities.sql", load: () => import("../../migrations/0012_identities.sql") },
  { name: "0013_stats_days.sql", load: () => import("../../migrations/0013_stats_days.sql") },
  { name: "0014_policy_lab.sql", load: () => import("../../migrations/0014_policy_lab.sql") },
  { name: "0015_dashboard_sessions.sql", load: () => import("../../migrations/0015_dashboard_sessions.sql") },
  { name: "0016_history.sql", load: () => import("../../migrations/0016_history.sql") },
  { name: "0017_session_browsers.sql", load: () => import("../../migrations/0017_session_browsers.sql") },
  { name: "0018_history_facts.sql", load: () => import("../../migrations/0018_history_facts.sql") },
]
