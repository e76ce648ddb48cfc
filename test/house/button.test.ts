/** House rule of the deploy button: it is shown exactly when package.json names the repository, and its form explains every secret. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import { expect, test } from "vitest"

const PAGES = ["README.md", "docs/DEPLOY.md"]
const IMAGE = "https://deploy.workers.cloudflare.com/button"

const manifest: {
  repository?: string | { url: string }
  scripts: Record<string, string>
  cloudflare: { bindings: Record<string, { description: string }> }
} = JSON.parse(readFileSync("package.json", "utf8"))

/** Returns the repository's address on the web; `null` if there is none. Cloudflare takes public ones of GitHub and GitLab. */
function addressOf(repository: typeof manifest.repository): string | null {
  const given = typeof repository === "object" ? repository.url : repository
  if (given === undefined) return null
  const short = /^(?:(?<host>github|gitlab):)?(?<name>[\w.-]+\/[\w.-]+)$/.exec(given)?.groups
  if (short) return `https://${short.host ?? "github"}.com/${short.name}`
  const long = /^(?:git\+)?(?<address>https:\/\/(?:github|gitlab)\.com\/[\w.-]+\/[\w.-]+?)(?:\.git)?$/
  return long.exec(given)?.groups?.address ?? null
}

function buttonOf(address: string): string {
  return `[![Deploy to Cloudflare](${IMAGE})](https://deploy.workers.cloudflare.com/?url=${address})`
}

/** Returns what is wrong with a page's button. */
function faultsOf(page: string, address: string | null): string[] {
  const shown = page.split(IMAGE).length - 1
  if (address === null) return shown > 0 ? ["a button without a repository"] : []
  const missing = page.includes(buttonOf(address)) ? [] : [`add this line: ${buttonOf(address)}`]
  return [...missing, ...(shown > 1 ? ["more than one button"] : [])]
}

test("the button is on README and on the page of deployment exactly when package.json names the repository", () => {
  if (manifest.repository !== undefined) expect(addressOf(manifest.repository)).not.toBeNull()
  for (const page of PAGES)
    expect(faultsOf(readFileSync(page, "utf8"), addressOf(manifest.repository)), page).toEqual([])
})

test.each([
  ["ada/keepsake", "https://github.com/ada/keepsake"],
  ["gitlab:ada/keepsake", "https://gitlab.com/ada/keepsake"],
  [{ url: "git+https://github.com/ada/keep.sake.git" }, "https://github.com/ada/keep.sake"],
  ["https://git.example.com/ada/keepsake", null],
  [undefined, null],
])("the repository %o is at %s", (repository, address) => {
  expect(addressOf(repository)).toBe(address)
})

test("a missing, a foreign and a needless button are faults", () => {
  const address = "https://github.com/ada/keepsake"
  const page = `# Keepsake\n\n${buttonOf(address)}\n`
  expect(faultsOf(page, address)).toEqual([])
  expect(faultsOf(page, null)).toHaveLength(1)
  expect(faultsOf("# Keepsake\n", address)).toHaveLength(1)
  expect(faultsOf(page, "https://github.com/bo/keepsake")).toHaveLength(1)
  expect(faultsOf(page + page, address)).toHaveLength(1)
})

test("the button's form asks for the secrets that a bot needs, with no value filled in and each explained", () => {
  const text = readFileSync(".dev.vars.example", "utf8")
  const secrets = parseEnv(text)
  expect(Object.keys(secrets)).toEqual([
    "ADMIN_TOKEN",
    "DISCORD_APPLICATION_ID",
    "DISCORD_PUBLIC_KEY",
    "DISCORD_TOKEN",
  ])
  // A value here would be suggested to everybody.
  expect(Object.values(secrets).join("")).toBe("")
  const described = Object.keys(manifest.cloudflare.bindings)
  expect(described).toEqual(expect.arrayContaining(Object.keys(secrets)))
  for (const { description } of Object.values(manifest.cloudflare.bindings))
    expect(description).toMatch(/\.$/)
})

test("git keeps the example and ignores the secrets", () => {
  const ignored = (name: string) => {
    try {
      execFileSync("git", ["check-ignore", "-q", name])
      return true
    } catch {
      return false
    }
  }
  expect([".dev.vars", ".dev.vars.staging", ".dev.vars.example"].map(ignored)).toEqual([true, true, false])
})

test("the button's build runs the project's own deployment", () => {
  expect(manifest.scripts.deploy).toBe("node src/tools/deploy.ts")
  expect(manifest.scripts).not.toHaveProperty("build")
})
