import { vi } from 'vitest';

/** Lets jsdom, which has no layout, show all lines of logs. */
export function showAllLines(): void {
	vi.stubGlobal(
		'IntersectionObserver',
		class {
			readonly #report: IntersectionObserverCallback;
			constructor( report: IntersectionObserverCallback ) {
				this.#report = report;
			}
			observe( target: Element ) {
				const entry = {
					isIntersecting: true,
					boundingClientRect: target.getBoundingClientRect(),
				};
				this.#report(
					[ entry as IntersectionObserverEntry ],
					this as unknown as IntersectionObserver
				);
			}
			disconnect() {}
		}
	);
	Element.prototype.scrollIntoView = () => {};
}
