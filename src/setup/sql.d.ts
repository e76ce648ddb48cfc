/** The type of a bundled SQL file: its text. */
declare module "*.sql" {
  const text: string
  export default text
}
