import type { ReactNode } from "react";
import { Logo } from "@/components/shell/logo";
import { WrongAddress } from "./wrong-address";

interface FrontDoorProps {
  title: ReactNode;
  lead: ReactNode;
  /** The setting ORIGIN: opened elsewhere, the page says so. */
  origin: string;
  children: ReactNode;
}

/** The frame of the signed-out pages: a card, and the sound that leaves the horn. */
export function FrontDoor({ title, lead, origin, children }: FrontDoorProps) {
  return (
    <main className="relative grid min-h-dvh place-items-center overflow-hidden px-4 py-10">
      <Waves />
      <div className="relative w-full max-w-[25rem]">
        <Logo className="mb-6 px-1" />
        <div className="rounded-xl border border-line bg-surface px-6 py-7 shadow-high sm:px-8">
          <h1 className="text-xl font-semibold tracking-[-0.015em]">{title}</h1>
          <div className="mt-1 mb-6 text-base text-ink-muted">{lead}</div>
          <WrongAddress origin={origin} />
          {children}
        </div>
      </div>
    </main>
  );
}

function Waves() {
  const radii = [180, 270, 360, 450, 540, 630, 720, 810, 900, 990];
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 h-full w-full"
      preserveAspectRatio="xMinYMax slice"
      viewBox="0 0 1200 800"
    >
      {radii.map((radius, index) => (
        <circle
          key={radius}
          cx="-40"
          cy="840"
          r={radius}
          className={index === 2 ? "fill-none stroke-accent" : "fill-none stroke-line"}
          strokeWidth={index === 2 ? 3 : 1.5}
          opacity={1 - index * 0.075}
        />
      ))}
    </svg>
  );
}
