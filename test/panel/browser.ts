import { cleanup, configure } from '@testing-library/react';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, vi } from 'vitest';
import { NOW_MS, someBoot } from './fixtures.ts';

const requireHere = createRequire( import.meta.url );
const requireAsComponents = createRequire(
	requireHere.resolve( '@wordpress/components' )
);

/**
 * Remembers the hash of each style. Outside of production, the styles of the components contain their source maps, and
 * Emotion hashes them for each rendered element: a third of the time of a test.
 */
function rememberStyleHashes(): void {
	const emotion = requireAsComponents( '@emotion/hash' ) as {
		default: ( style: string ) => string;
	};
	const { default: compute } = emotion;
	const hashes = new Map< string, string >();
	emotion.default = ( style ) => {
		const known = hashes.get( style );
		if ( known !== undefined ) {
			return known;
		}
		const hash = compute( style );
		hashes.set( style, hash );
		return hash;
	};
}

rememberStyleHashes();

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
