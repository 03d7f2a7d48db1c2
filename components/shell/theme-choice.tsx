"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { MenuChoice } from "@/components/ui/overlay/dropdown-menu";

export const themes = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "System", icon: Monitor },
] as const;

/** Light, dark or as the system, inside a menu. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  return (
    <MenuChoice
      label="Theme"
      value={theme ?? "system"}
      onValueChange={setTheme}
      options={themes.map(({ value, label, icon: Icon }) => ({
        value,
        label,
        icon: <Icon aria-hidden />,
      }))}
    />
  );
}
