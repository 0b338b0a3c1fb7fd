import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { NOW_MS, someBoot } from './fixtures.ts';

// @wordpress/components uses these, which jsdom lacks.
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

// The live region for screen readers repeats visible text.
configure( { defaultIgnore: 'script, style, .a11y-speak-region' } );
// Testing Library detects fake timers by this global.
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
