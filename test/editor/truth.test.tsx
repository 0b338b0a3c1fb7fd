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
const PENDING = anEnvironment( {
	status: 'pending',
	pending: [ aPendingRun() ],
} );
const HELD = anEnvironment( {
	status: 'held',
	hold: true,
	pending: [ aPendingRun( { held: true, dueAt: null } ) ],
} );

function withRun( over: Partial< Run > ): EnvironmentStatus {
	return anEnvironment( { lastRun: aRun( { id: 42, ...over } ) } );
}

const LIVE = withRun( { status: 'live', trackedAt: at( 60 ) } );

/** Changes the status of the server, and shows the page again, which requests it. */
async function changeStatus(
	...environments: EnvironmentStatus[]
): Promise< void > {
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

test( 'the progress of a save starts when a private post is published', async () => {
	await page.open( {
		panel: 'document',
		environments: [ anEnvironment() ],
		post: { status: 'private', editedStatus: 'private' },
	} );
	await page.save( 'publish', PENDING );
	expect( page.text() ).toContain( 'Published in WordPress, not yet on' );
} );

test( 'the progress of a save shows a removal when the post becomes private', async () => {
	await page.open( {
		panel: 'document',
		environments: [ anEnvironment() ],
		post: PUBLISHED,
	} );
	await page.save( 'private', PENDING );
	expect( page.text() ).toContain( 'Unpublished in WordPress, still on' );
} );

test( 'the progress of a save is not shown while the post is private', async () => {
	await page.open( {
		panel: 'document',
		environments: [ anEnvironment() ],
	} );
	const requestCount = page.server.callsOf( 'GET', '/status' ).length;
	await page.save( 'private', anEnvironment() );
	await page.save( 'private', anEnvironment() );
	expect( page.server.callsOf( 'GET', '/status' ) ).toHaveLength(
		requestCount
	);
} );

test.each( [ 'live', 'gone' ] as const )(
	'the progress of a save ends with live when the run is %s, whichever change was checked',
	async ( pageStatus ) => {
		const live = { ...GONE, pageStatus };
		await publish(
			'post',
			withRun( { status: 'live', live, trackedAt: at( 60 ) } )
		);
		screen.getByRole( 'heading', { name: 'Live' } );
	}
);

test.each( [ 'live', 'gone' ] as const )(
	'the progress of a save ends with gone when the run that removes the post is %s',
	async ( pageStatus ) => {
		const live = { ...GONE, pageStatus };
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: PUBLISHED,
		} );
		await page.save(
			'draft',
			withRun( { status: 'live', live, trackedAt: at( 60 ) } )
		);
		screen.getByRole( 'heading', { name: 'Removed from the site' } );
		expect( page.text() ).toContain( 'No longer on www.acme.example' );
	}
);

test( 'the progress of a save ends with the build if there is no live check', async () => {
	await page.open( {
		panel: 'document',
		environments: [ anEnvironment() ],
		post: PUBLISHED,
	} );
	await page.save( 'draft', withRun( {} ) );
	expect( page.text() ).toContain(
		'It is removed from the site when the build is done.'
	);
} );

test( 'the progress of a save shows that the change is held and not on the site', async () => {
	await publish( 'post', HELD );
	screen.getByRole( 'heading', { name: 'Held · 3 pending changes' } );
	expect( page.text() ).toContain(
		'Published in WordPress, not yet on www.acme.example.Press Rebuild to deploy.'
	);
} );

const SENDING_FACTS: Partial< EnvironmentStatus > = {
	status: 'sending',
	sending: [ aRun( { id: 42, status: 'sending' } ) ],
};
const SENDING = anEnvironment( SENDING_FACTS );

test( 'a run of another user that was already being sent does not include this save', async () => {
	await publish(
		'post',
		anEnvironment( { ...SENDING_FACTS, pending: PENDING.pending } ),
		SENDING
	);
	screen.getByRole( 'timer' );
} );

test( 'a run of another user that was already being sent does not make a held change live', async () => {
	await publish( 'post', HELD, SENDING );
	await changeStatus( { ...HELD, lastRun: LIVE.lastRun } );
	screen.getByRole( 'heading', { name: 'Held · 3 pending changes' } );
} );

test( 'a run of another user that does not include a held change does not make it live', async () => {
	await publish( 'post', HELD );
	await changeStatus( {
		...HELD,
		lastRun: aRun( { id: 43, status: 'live', trackedAt: at( 9 ) } ),
	} );
	screen.getByRole( 'heading', { name: 'Held · 3 pending changes' } );
} );

test( 'a run of another user that follows does not reset the progress of this save', async () => {
	await publish( 'post', LIVE );
	screen.getByRole( 'heading', { name: 'Live' } );
	await changeStatus( { ...PENDING, lastRun: LIVE.lastRun } );
	expect( page.text() ).not.toContain( 'not yet on' );
	expect( page.text() ).toContain( '3 changes by Maria Lindqvist' );
	await changeStatus(
		withRun( { id: 43, status: 'live', trackedAt: at( 400 ) } )
	);
	expect( page.text() ).toContain( 'Live since 14:06' );
	expect( page.text() ).not.toContain( 'The run took' );
} );

test.each( [ 'draft', 'publish' ] )(
	'a run of another user does not count for a failed save to %s',
	async ( editedStatus ) => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: PUBLISHED,
		} );
		await page.set( { isSaving: true, editedStatus } );
		await page.set( { isSaving: false, succeeded: false } );
		await changeStatus( PENDING );
		expect( page.text() ).not.toContain( 'in WordPress' );
		await changeStatus( LIVE );
		expect( page.text() ).toContain( 'Live since' );
		expect( page.text() ).not.toContain( 'The run took' );
	}
);

test( 'a run of another user does not count for a save that changed nothing', async () => {
	await page.open( {
		panel: 'document',
		environments: [ anEnvironment() ],
		post: PUBLISHED,
	} );
	await page.set( { isSaving: true } );
	await page.set( { isSaving: false, succeeded: true, changed: false } );
	await changeStatus( LIVE );
	expect( page.text() ).toContain( 'Live since' );
} );

test( 'a run of another user does not make an unpublished post live', async () => {
	await page.open( {
		panel: 'document',
		environments: [ anEnvironment() ],
		post: PUBLISHED,
	} );
	await page.save(
		'draft',
		withRun( { status: 'live', live: GONE, trackedAt: at( 9 ) } )
	);
	await changeStatus(
		withRun( { id: 43, status: 'live', trackedAt: at( 400 ) } )
	);
	expect( page.text() ).not.toContain( 'Live since' );
	expect( page.text() ).toContain( 'rebuilt 10 s after you publish' );
} );

const ignoring = ( environment: EnvironmentStatus ) => ( {
	...environment,
	plans: [ aPlanWithoutRun( environment.label ) ],
} );
const BOTH = [ LIVE, { ...LIVE, id: 'staging', label: 'Staging' } ].map(
	ignoring
);

test.each( [ 'post', 'document' ] as const )(
	'an environment whose policy ignores the change does not show that it has the post (%s panel)',
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

test( 'an environment whose policy ignores the change shows a manual run nevertheless', async () => {
	await page.open( {
		panel: 'post',
		environments: [ ignoring( anEnvironment() ) ],
	} );
	await page.save( 'publish', ignoring( anEnvironment() ) );
	expect( page.text() ).toContain( 'Nothing is sent to Production' );
	await changeStatus( ignoring( LIVE ) );
	screen.getByRole( 'heading', { name: 'Live' } );
} );

describe( 'the panel in the post’s settings', () => {
	test( 'shows what the next save deploys as soon as the last one is live', async () => {
		await publish( 'document', LIVE );
		expect( page.text() ).toContain( 'On www.acme.example since' );
		expect( page.text() ).toContain( 'rebuilt 10 s after you save' );
	} );

	test( 'shows what publishing again deploys once the post is gone', async () => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: PUBLISHED,
		} );
		await page.save(
			'draft',
			withRun( { status: 'live', live: GONE, trackedAt: at( 9 ) } )
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
	] )( '%s', async ( _, post, text ) => {
		await page.open( {
			panel: 'document',
			environments: [ anEnvironment() ],
			post: { postType: 'wp_block', ...post },
		} );
		expect( page.text() ).toContain( text );
	} );
} );

test( 'keeps the progress of a save when its panel is closed, and starts again with the next publish', async () => {
	await publish( 'post', LIVE );
	openPanel( 'document' );
	await page.pass( 2 );
	openPanel( 'post' );
	await page.pass( 2 );
	expect( page.text() ).toContain( 'The run took' );
	await page.save( 'draft', PENDING );
	await page.save( 'publish', { ...PENDING, lastRun: LIVE.lastRun } );
	screen.getByRole( 'timer' );
	expect( page.text() ).toContain( 'Published in WordPress, not yet on' );
} );
