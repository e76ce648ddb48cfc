/** Small line drawings, 24 by 24, of our own. They decorate: what they stand beside says the same in words. */

const PATHS = {
  home: "M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-6h4v6",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.6 3.7-5.5 7.5-5.5s6.700 1.900 7.500 5.500",
  people:
    "M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM2.500 19.500c.6-3.200 3.100-5 6.500-5s5.900 1.800 6.500 5M16 4.800a3.500 3.500 0 0 1 0 6.500M18 14.800c1.900.7 3.100 2.300 3.500 4.700",
  memory: "M5 4h14v16l-7-4-7 4V4Z",
  chat: "M4 5h16v11H9.500L5 20v-4H4V5ZM8 9h8M8 12h5",
  topic: "M4 12V5a1 1 0 0 1 1-1h7l8 8-8 8-8-8ZM8.500 8.500h.01",
  shield:
    "M12 3.500 5 6v6c0 4.300 2.900 7.100 7 8.500 4.100-1.400 7-4.200 7-8.500V6l-7-2.500ZM9 12l2.200 2.200L15.300 10",
  inbox: "M4 13.500 6.500 5h11L20 13.500V19H4v-5.500ZM4 13.500h4.500l1.200 2.500h4.600l1.200-2.500H20",
  lab: "M9.500 4h5M10.500 4v5.500L5 18.200c-.5.900.1 1.800 1.100 1.800h11.800c1 0 1.600-.9 1.100-1.800l-5.500-8.700V4M8 15h8",
  sliders: "M4 7h9M17 7h3M4 12h3M11 12h9M4 17h10M18 17h2M15 5v4M9 10v4M16 15v4",
  coins:
    "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM14.500 9.200c-.6-.8-1.500-1.200-2.600-1.200-1.500 0-2.500.8-2.500 1.900 0 2.800 5.300 1.300 5.300 4.200 0 1.100-1.100 1.900-2.700 1.900-1.200 0-2.200-.5-2.800-1.300M12 6.500V8M12 16v1.500",
  moon: "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z",
  pulse: "M3 12.500h4l2.500-7 4.500 13 2.500-6H21",
  clock: "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7.500V12l3 2",
  hash: "M9.500 4 7.500 20M16.500 4l-2 16M5 9h15M4 15h15",
  key: "M8 15.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 11.500h9M17.500 11.500v4M20.500 11.500V14",
  calendar: "M5 5.500h14V20H5V5.500ZM5 10h14M8.500 3.500v4M15.500 3.500v4",
  link: "M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1",
  folder: "M3.500 6h6l2 2.500h9V19h-17V6Z",
  download: "M12 4v11M7.500 10.500 12 15l4.500-4.500M5 19.500h14",
  trash: "M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.500 11v5M13.500 11v5",
  archive: "M3.500 4.500h17v4h-17v-4ZM5 8.500h14V20H5V8.500ZM10 12.500h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  out: "M14 4.500H5.500v15H14M10 12h10.500M17 8.500l3.500 3.500-3.500 3.500",
  search: "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13ZM15.500 15.500 20.500 20.500",
  swap: "M7 4.500 3.500 8 7 11.500M3.500 8h14M17 12.500l3.500 3.500-3.500 3.500M20.500 16h-14",
  device: "M3.500 5h17v11h-17V5ZM9 20h6M12 16v4",
} as const
export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** Keepsake's mark: a kept page. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" fill="#3b5bdb" />
      <path d="M7.500 5.500h9v13l-4.500-3-4.500 3v-13Z" fill="#fff" />
    </svg>
  )
}
