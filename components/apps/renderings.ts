import type { AppDetail } from "@/lib/directory/app/read";

/** Who draws a message on Android, in words. */
export const renderings: readonly {
  value: AppDetail["androidRendering"];
  label: string;
  description: string;
}[] = [
  {
    value: "auto",
    label: "Automatic",
    description: "The app where there are buttons or an icon, else Android",
  },
  { value: "sdk", label: "Always the app", description: "The app draws every message itself" },
  { value: "system", label: "Always Android", description: "Buttons and icons are left out" },
];
