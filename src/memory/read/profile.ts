/** A person's profile: their permanent memories by section, and what is in force for a time. A view, never a second copy. */
import { type Id, IMPORTANCE_WEIGHT, type Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { aboutPeople, type Found, type Moment, toFound } from "./search.ts"

export interface Profile {
  permanent: Found[]
  expiring: Found[]
}

const MOST = 500

export async function readProfile(
  db: Database,
  viewer: Viewer,
  userId: Id,
  moment: Moment,
): Promise<Profile> {
  const known = toFound(await aboutPeople(db, viewer, [userId], { ...moment, each: MOST }))
  // What was said again where this viewer cannot read has run out for them.
  const found = known
    .filter(({ memory }) => memory.expiresAt === null || memory.expiresAt > moment.now)
    // Nor does its place tell of it.
    .sort((a, b) => weightOf(b) - weightOf(a) || b.memory.lastSaidAt - a.memory.lastSaidAt)
  return {
    permanent: found.filter(({ memory }) => memory.expiresAt === null),
    expiring: found.filter(({ memory }) => memory.expiresAt !== null),
  }
}

function weightOf({ memory }: Found): number {
  return IMPORTANCE_WEIGHT[memory.importance]
}
