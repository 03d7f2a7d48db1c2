import { DeadLink } from "@/components/sign-in/dead-link";

export default function NotFound() {
  return <DeadLink />;
}
