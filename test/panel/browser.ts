import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { NOW_MS, someBoot } from './fixtures.ts';

// What jsdom lacks and @wordpress/components asks for.
window.matchMedia ??= ( query: string ) =>
	( {
		matches: false,
		media: query,
		addEventListener: () => {},
		removeEventListener: () => {},
		addListener: () => {},
		removeListener: () => {},
	} ) as unknown as MediaQueryList;
window.ResizeObserver ??= class {
	observe() {}
	unobserve() {}
	disconnect() {}
};
globalThis.CSS ??= { supports: () => false } as unknown as typeof CSS;

// What is spoken to a screen reader is not what is seen.
configure( { defaultIgnore: 'script, style, .a11y-speak-region' } );
// The library looks for this to see that the clock is a fake one.
vi.stubGlobal( 'jest', {
	advanceTimersByTime: ( ms: number ) => vi.advanceTimersByTime( ms ),
} );

// The date stands still; timers run.
beforeEach( () => {
	window.headlessDeploy = someBoot();
	vi.setSystemTime( NOW_MS );
} );
afterEach( () => {
	cleanup();
	vi.useRealTimers();
} );
