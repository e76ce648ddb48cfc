/**
 * Loads the libraries that recognize secrets, on first use: secretlint, libphonenumber and validator. Their
 * evaluation has no room in a Worker's startup, so nothing else may import them.
 */

const load = async () => {
  const [secretlint, phone, email, iban, luhn] = await Promise.all([
    import("@secretlint/secretlint-rule-preset-recommend"),
    import("libphonenumber-js/min"),
    import("validator/lib/isEmail.js"),
    import("validator/lib/isIBAN.js"),
    import("validator/lib/isLuhnNumber.js"),
  ])
  return {
    rules: secretlint.rules,
    findPhoneNumbersInText: phone.findPhoneNumbersInText,
    parsePhoneNumberFromString: phone.parsePhoneNumberFromString,
    isEmail: functionIn(email.default),
    isIBAN: functionIn(iban.default),
    isLuhnNumber: functionIn(luhn.default),
  }
}

export type SecretLibraries = Awaited<ReturnType<typeof load>>

let loaded: SecretLibraries | null = null

/** Loads the libraries once per isolate. Every entry point awaits it through `loadLibraries`. */
export async function loadSecretLibraries(): Promise<void> {
  loaded ??= await load()
}

/** Returns the libraries. Throws if `loadSecretLibraries` has not finished. */
export function secretLibraries(): SecretLibraries {
  if (loaded === null) throw new Error("the secret libraries are not loaded: await loadLibraries() first")
  return loaded
}

/** Node and bundlers disagree on the default export of a CommonJS file: its function, or an object that holds it. */
function functionIn<F extends (...args: never[]) => unknown>(exported: F): F {
  return (exported as F & { default?: F }).default ?? exported
}
