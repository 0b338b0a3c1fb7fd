import type { BootData } from '../shared/boot.ts';

declare global {
	interface Window {
		/** Printed into the page by the plugin. */
		headlessDeploy?: BootData;
	}
}

/** Null if the plugin printed nothing into the page. */
export function readBoot(): BootData | null {
	return window.headlessDeploy ?? null;
}
