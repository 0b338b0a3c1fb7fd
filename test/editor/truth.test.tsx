import '../panel/browser.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Run, EnvironmentStatus } from '../../src/shared/wire.ts';
import {
	GONE,
	aPendingRun,
	aPlanWithoutRun,
	aRun,
	anEnvironment,
	at,
} from '../panel/fixtures.ts';
import { EditorPage, START } from './editor-page.tsx';
import { openPanel, type Panel } from './editor-double.ts';

vi.mock( '@wordpress/api-fetch', () => ( {
	default: Object.assign( vi.fn(), { use: vi.fn() } ),
} ) );
vi.mock(
	'../../src/editor/wp-editor.ts',
	() => import( './editor-double.ts' )
);

let page: EditorPage;

beforeEach( () => {
	vi.useFakeTimers( START );
	page = new EditorPage();
} );

afterEach( () => {
	page.close();
	vi.useRealTimers();
} );

const PUBLISHED = { status: 'publish', editedStatus: 'publish' };
const WAITING = anEnvironment( {
	state: 'pending',
	pending: [ aPendingRun() ],
} );
const HELD = anEnvironment( {
	state: 'held',
	hold: true,
	pending: [ aPendingRun( { held: true, dueAt: null, changes: 1 } ) ],
} );

function ran( over: Partial< Run > ): EnvironmentStatus {
	return anEnvironment( { last: aRun( { id: 42, ...over } ) } );
}

const LIVE = ran( { status: 'live', trackedAt: at( 60 ) } );

/**
 * Lets the server know something new, which a page hears of that one comes back to.
 */
async function become( ...environments: EnvironmentStatus[] ): Promise< void > {
	page.server.status = { ...page.server.status, environments };
	document.dispatchEvent( new Event( 'visibilitychange' ) );
	await page.pass( 2 );
}

async function publish(
	panel: Panel,
	after: EnvironmentStatus,
	before = anEnvironment()
): Promise< void > {
	await page.open( { panel, environments: [ before ] } );
	await page.save( 'publish', after );
}

describe( 'what was saved', () => {
	test( 'comes from private with a save that says Published', async () => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: { status: 'private', editedStatus: 'private' },
		} );
		await page.save( 'publish', WAITING );
		expect( page.text() ).toContain( 'Published in WordPress, not yet on' );
	} );

	test( 'is on its way out when it becomes private', async () => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: PUBLISHED,
		} );
		await page.save( 'private', WAITING );
		expect( page.text() ).toContain( 'Unpublished in WordPress, still on' );
	} );

	test( 'is nobody’s business while it is private', async () => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
		} );
		const asked = page.server.callsOf( 'GET', '/status' ).length;
		await page.save( 'private', anEnvironment() );
		await page.save( 'private', anEnvironment() );
		expect( page.server.callsOf( 'GET', '/status' ) ).toHaveLength( asked );
	} );

	test.each( [ 'live', 'gone' ] as const )(
		'is live once its run is %s, whichever change of it was looked at',
		async ( what ) => {
			const live = { ...GONE, what };
			await publish(
				'post',
				ran( { status: 'live', live, trackedAt: at( 60 ) } )
			);
			screen.getByRole( 'heading', { name: 'Live' } );
		}
	);

	test.each( [ 'live', 'gone' ] as const )(
		'is gone once the run that takes it away is %s',
		async ( what ) => {
			const live = { ...GONE, what };
			await page.open( {
				panel: 'document',
				environments: [ anEnvironment() ],
				post: PUBLISHED,
			} );
			await page.save(
				'draft',
				ran( { status: 'live', live, trackedAt: at( 60 ) } )
			);
			screen.getByRole( 'heading', { name: 'Removed from the site' } );
			expect( page.text() ).toContain( 'No longer on www.acme.example' );
		}
	);

	test( 'leaves the site with the build where nobody looks', async () => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: PUBLISHED,
		} );
		await page.save( 'draft', ran( {} ) );
		expect( page.text() ).toContain(
			'It is removed from the site when the build is done.'
		);
	} );

	test( 'waits where it is held, and is not on the site', async () => {
		await publish( 'post', HELD );
		screen.getByRole( 'heading', { name: '1 pending change' } );
		expect( page.text() ).toContain(
			'Published in WordPress, not yet on www.acme.example.Held. Press'
		);
	} );
} );

describe( 'somebody else’s run', () => {
	const SENDING = anEnvironment( {
		state: 'sending',
		sending: [ aRun( { id: 42, status: 'sending' } ) ],
	} );

	test( 'that was under way does not carry this save', async () => {
		await publish(
			'post',
			{ ...SENDING, ...{ pending: WAITING.pending } },
			SENDING
		);
		screen.getByRole( 'timer' );
	} );

	test( 'that was under way does not make a held change live', async () => {
		await publish( 'post', HELD, SENDING );
		await become( { ...HELD, last: LIVE.last } );
		screen.getByRole( 'heading', { name: '1 pending change' } );
	} );

	test( 'that goes by a held change does not make it live', async () => {
		await publish( 'post', HELD );
		await become( {
			...HELD,
			last: aRun( { id: 43, status: 'live', trackedAt: at( 9 ) } ),
		} );
		screen.getByRole( 'heading', { name: '1 pending change' } );
	} );

	test( 'comes after this save has arrived, and takes nothing back', async () => {
		await publish( 'post', LIVE );
		screen.getByRole( 'heading', { name: 'Live' } );
		await become( { ...WAITING, last: LIVE.last } );
		expect( page.text() ).not.toContain( 'not yet on' );
		expect( page.text() ).toContain( '3 changes by Maria Lindqvist' );
		await become( ran( { id: 43, status: 'live', trackedAt: at( 400 ) } ) );
		expect( page.text() ).toContain( 'Live since 14:06' );
		expect( page.text() ).not.toContain( 'The run took' );
	} );

	test.each( [ 'draft', 'publish' ] )(
		'is not the way of a save to %s that failed',
		async ( editedStatus ) => {
			await page.open( {
				panel: 'document',
				environments: [ anEnvironment() ],
				post: PUBLISHED,
			} );
			await page.set( { isSaving: true, editedStatus } );
			await page.set( { isSaving: false, succeeded: false } );
			await become( WAITING );
			expect( page.text() ).not.toContain( 'in WordPress' );
			await become( LIVE );
			expect( page.text() ).toContain( 'Live since' );
			expect( page.text() ).not.toContain( 'The run took' );
		}
	);

	test( 'is not the way of a save that changed nothing', async () => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: PUBLISHED,
		} );
		await page.set( { isSaving: true } );
		await page.set( { isSaving: false, succeeded: true, changed: false } );
		await become( LIVE );
		expect( page.text() ).toContain( 'Live since' );
	} );

	test( 'does not make a post live that was unpublished', async () => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: PUBLISHED,
		} );
		await page.save(
			'draft',
			ran( { status: 'live', live: GONE, trackedAt: at( 9 ) } )
		);
		await become( ran( { id: 43, status: 'live', trackedAt: at( 400 ) } ) );
		expect( page.text() ).not.toContain( 'Live since' );
		expect( page.text() ).toContain( 'rebuilt 10 s after you publish' );
	} );
} );

describe( 'an environment that leaves this kind of change out', () => {
	const ignoring = ( environment: EnvironmentStatus ) => ( {
		...environment,
		plans: [ aPlanWithoutRun( environment.label ) ],
	} );
	const BOTH = [ LIVE, { ...LIVE, id: 'staging', label: 'Staging' } ].map(
		ignoring
	);

	test.each( [ 'post', 'document' ] as const )(
		'does not pass for one that has the post (%s panel)',
		async ( panel ) => {
			await page.open( {
				panel,
				environments: BOTH,
			} );
			await page.save( 'publish', ...BOTH );
			for ( const name of [ 'Production', 'Staging' ] ) {
				expect( page.text() ).toContain(
					`Nothing is sent to ${ name }: its automation ignores`
				);
			}
			expect( page.text() ).not.toContain( 'Live' );
		}
	);

	test( 'shows a run that somebody presses for all the same', async () => {
		await page.open( {
			panel: 'post',
			environments: [ ignoring( anEnvironment() ) ],
		} );
		await page.save( 'publish', ignoring( anEnvironment() ) );
		expect( page.text() ).toContain( 'Nothing is sent to Production' );
		await become( ignoring( LIVE ) );
		screen.getByRole( 'heading', { name: 'Live' } );
	} );
} );

describe( 'beside the post', () => {
	test( 'the next save is foreseen as soon as the last has arrived', async () => {
		await publish( 'document', LIVE );
		expect( page.text() ).toContain( 'On www.acme.example since' );
		expect( page.text() ).toContain( 'rebuilt 10 s after you save' );
	} );

	test( 'publishing again is foreseen once the post is gone', async () => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: PUBLISHED,
		} );
		await page.save(
			'draft',
			ran( { status: 'live', live: GONE, trackedAt: at( 9 ) } )
		);
		expect( page.text() ).toContain( 'rebuilt 10 s after you publish' );
	} );
} );

describe( 'a pattern', () => {
	const NOTHING = 'Nothing is sent: no page uses this pattern yet.';

	test.each( [
		[ 'that is new', { status: 'auto-draft' }, NOTHING ],
		[ 'that is copied', { ...PUBLISHED, sync: 'unsynced' }, NOTHING ],
		[ 'that is synced', PUBLISHED, 'The front end is rebuilt 10 s' ],
	] )( '%s', async ( _, post, words ) => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: { postType: 'wp_block', ...post },
		} );
		expect( page.text() ).toContain( words );
	} );
} );

test( 'the way of a save survives closing its panel, and a second publish begins anew', async () => {
	await publish( 'post', LIVE );
	openPanel( 'document' );
	await page.pass( 2 );
	openPanel( 'post' );
	await page.pass( 2 );
	expect( page.text() ).toContain( 'The run took' );
	await page.save( 'draft', WAITING );
	await page.save( 'publish', { ...WAITING, last: LIVE.last } );
	screen.getByRole( 'timer' );
	expect( page.text() ).toContain( 'Published in WordPress, not yet on' );
} );
