// Shows the API's document. Everything that would ask another host, fonts and services of Scalar's, is off.
Scalar.createApiReference("#reference", {
  url: "/v1/openapi.json",
  withDefaultFonts: false,
  proxyUrl: "",
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
})
