import { NothingFound } from "@/components/shell/nothing-found";

export default function NotFound() {
  return (
    <NothingFound title="Page not found" list={{ href: "/", name: "Go home" }}>
      Check the address, or switch service.
    </NothingFound>
  );
}
