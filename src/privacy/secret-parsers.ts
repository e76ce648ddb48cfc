/**
 * The parts of secretlint, libphonenumber and validator that Keepsake uses. Imported dynamically by
 * secret-libraries.ts only; the static imports here let the bundler drop the rest of each package.
 */
export { rules } from "@secretlint/secretlint-rule-preset-recommend"
export { findPhoneNumbersInText, parsePhoneNumberFromString } from "libphonenumber-js/min"
export { default as isEmail } from "validator/lib/isEmail.js"
export { default as isIBAN } from "validator/lib/isIBAN.js"
export { default as isLuhnNumber } from "validator/lib/isLuhnNumber.js"
