/** Benchmarks of the Discord bot: receiving, commands and structure, each beside its floor. */
import type { Table } from "../report.ts"
import { benchCommands } from "./commands.ts"
import { benchHeardRows, benchHearing } from "./hearing.ts"
import { benchStructure } from "./structure.ts"

export async function benchDiscord(quick: boolean, show: (tables: Table[]) => void): Promise<void> {
  show(await benchHearing(quick ? 2 : 6, quick ? 40 : 200))
  show([await benchHeardRows(quick ? 100 : 400)])
  show(await benchCommands(quick ? 20 : 100))
  show([await benchStructure(quick ? 2 : 5)])
}
