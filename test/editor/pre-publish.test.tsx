import '../panel/browser.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EnvironmentStatus } from '../../src/shared/wire.ts';
import {
	aFailedRun,
	anEnvironment,
	aPendingRun,
	at,
	someBoot,
} from '../panel/fixtures.ts';
import {
	anAutomation,
	EditorPage,
	type Opening,
	START,
} from './editor-page.tsx';

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

async function lines( over: Omit< Opening, 'panel' > ): Promise< string[] > {
	await page.open( { panel: 'pre', ...over } );
	return screen
		.queryAllByRole( 'listitem' )
		.map( ( item ) => item.textContent ?? '' );
}

const PRODUCTION = [ anEnvironment() ];
const EDITOR = { can: { ...someBoot().can, manage: false } };

function paused( reason: 'copy' | 'disabled' | 'constant' | 'person' | 'key' ) {
	return [
		anEnvironment( {
			state: 'paused',
			paused: { reason, since: null, nextTryAt: null },
		} ),
	];
}

test( 'says one line per environment, each what will happen', async () => {
	const staging = {
		id: 'staging',
		label: 'Staging',
		state: 'held',
		hold: true,
		pending: [ aPendingRun( { held: true, dueAt: null, changes: 7 } ) ],
	} as const;
	const refused = {
		id: 'preview',
		label: 'Preview',
		state: 'failed',
		last: aFailedRun(),
	} as const;
	const environments: EnvironmentStatus[] = [
		anEnvironment(),
		anEnvironment( { ...staging, pending: [ ...staging.pending ] } ),
		anEnvironment( refused ),
	];
	expect( await lines( { environments, boot: EDITOR } ) ).toEqual( [
		'Production is rebuilt 10 s after you publish.',
		'Staging is held. It will have 8 unpublished changes.',
		'Nothing is sent to Preview until an administrator replaces the webhook URL.',
	] );
} );

test.each( [
	[ 'rebuild', 10, 'Production is rebuilt 10 s after you publish.' ],
	[ 'rebuild', 0, 'Production is rebuilt as soon as you publish.' ],
	[ 'rebuild', 90, 'Production is rebuilt 1 min 30 s after you publish.' ],
	[ 'cleanRebuild', 10, 'Production is rebuilt 10 s after you publish.' ],
	[
		'purgeCache',
		5,
		'The cache of Production is purged 5 s after you publish.',
	],
	[
		'purgeCache',
		0,
		'The cache of Production is purged as soon as you publish.',
	],
	[
		'none',
		10,
		'Nothing is sent to Production: its automation ignores changes to content.',
	],
] as const )(
	'foresees %s after %d s',
	async ( content, quietPeriodSeconds, sentence ) => {
		const { policy } = anAutomation().automation;
		const automations = [
			anAutomation(
				{},
				{ policy: { ...policy, content }, quietPeriodSeconds }
			),
		];
		expect(
			await lines( { environments: PRODUCTION, automations } )
		).toEqual( [ sentence ] );
	}
);

test.each( [
	[ 'rebuild', 0, 'The front end is rebuilt as soon as you save.' ],
	[ 'purgeCache', 0, 'The cache is purged as soon as you save.' ],
	[ 'purgeCache', 5, 'The cache is purged 5 s after you save.' ],
] as const )(
	'foresees %s after %d s for an update',
	async ( content, quietPeriodSeconds, sentence ) => {
		const { policy } = anAutomation().automation;
		const automations = [
			anAutomation(
				{},
				{ policy: { ...policy, content }, quietPeriodSeconds }
			),
		];
		const post = { status: 'publish' };
		expect(
			await lines( { environments: PRODUCTION, automations, post } )
		).toEqual( [ sentence ] );
	}
);

const ON_TUESDAY = {
	editedStatus: 'future',
	editedDate: '2026-11-24T09:00:00',
	isDateAhead: true,
};

test( 'says when a scheduled post purges the cache, or begins to wait', async () => {
	const { policy } = anAutomation().automation;
	const automations = [
		anAutomation( {}, { policy: { ...policy, content: 'purgeCache' } } ),
		anAutomation( { id: 'staging' } ),
	];
	const environments = [
		anEnvironment(),
		anEnvironment( { id: 'staging', label: 'Staging', hold: true } ),
	];
	expect(
		await lines( { environments, automations, post: ON_TUESDAY } )
	).toEqual( [
		'The cache of Production is purged when this is published on Nov 24, 09:00.',
		'Staging is held. This becomes an unpublished change on Nov 24, 09:00.',
	] );
} );

test( 'leads an administrator from the lost key to the field for a new URL', async () => {
	expect( await lines( { environments: paused( 'key' ) } ) ).toEqual( [
		'Nothing is sent to Production until you paste the webhook URL again. Replace the webhook URL',
	] );
} );

test( 'says what the host does where it lacks the wanted action', async () => {
	const automations = [
		anAutomation( {
			fallbacks: [
				{
					source: 'content',
					wanted: 'rebuild',
					action: 'purgeCache',
				},
			],
		} ),
	];
	expect( await lines( { environments: PRODUCTION, automations } ) ).toEqual(
		[ 'The cache of Production is purged 10 s after you publish.' ]
	);
} );

test.each( [
	[ 'copy', 'Nothing is sent to Production: this site is a copy.' ],
	[
		'disabled',
		'Nothing is sent to Production: HEADLESS_DEPLOY_DISABLED is set in wp-config.php.',
	],
	[
		'constant',
		'Nothing is sent to Production: its entry in wp-config.php is not valid.',
	],
	[ 'person', 'Production is paused. It will have 1 unpublished change.' ],
	[
		'key',
		'Nothing is sent to Production until an administrator pastes the webhook URL again.',
	],
] as const )( 'says of a pause because of %s', async ( reason, sentence ) => {
	expect(
		await lines( { environments: paused( reason ), boot: EDITOR } )
	).toEqual( [ sentence ] );
} );

test( 'leads an administrator from the refused token to its field', async () => {
	const environments = [
		anEnvironment( { state: 'failed', last: aFailedRun() } ),
	];
	expect( await lines( { environments } ) ).toEqual( [
		'Nothing is sent to Production until you replace the webhook URL. Replace the webhook URL',
	] );
	expect(
		screen
			.getByRole( 'link', { name: /Replace the webhook URL/ } )
			.getAttribute( 'href' )
	).toContain( 'replace=production' );
} );

test( 'says when a scheduled post goes live, in the site’s own time', async () => {
	const post = {
		editedStatus: 'future',
		editedDate: '2026-11-24T09:00:00',
		isDateAhead: true,
	};
	expect( await lines( { environments: PRODUCTION, post } ) ).toEqual( [
		'Production is rebuilt when this is published on Nov 24, 09:00.',
	] );
} );

test.each( [
	[
		'changes to this content type are ignored.',
		{ post: { postType: 'book' }, environments: PRODUCTION },
	],
	[
		'private content is not on the site.',
		{ post: { editedStatus: 'private' }, environments: PRODUCTION },
	],
	[ 'no front end is connected yet.', { environments: [] } ],
] )( 'says that nothing is sent: %s', async ( why, over ) => {
	await page.open( { panel: 'pre', ...over } );
	expect( page.text() ).toContain( `Nothing is sent: ${ why }` );
	expect( screen.queryAllByRole( 'listitem' ) ).toEqual( [] );
} );

test( 'tells a contributor that an editor publishes', async () => {
	await page.open( {
		panel: 'pre',
		post: { mayPublish: false },
		environments: PRODUCTION,
	} );
	expect( page.text() ).toContain(
		'Nothing is sent until an editor publishes'
	);
} );

test.each( [
	[ true, 'Connect a front end' ],
	[ false, 'An administrator can connect it.' ],
] )( 'says who can connect a front end (%s)', async ( manage, words ) => {
	const boot = { can: { ...someBoot().can, manage } };
	await page.open( { panel: 'pre', environments: [], boot } );
	expect( page.text() ).toContain( words );
} );

test( 'asks anew when it is opened, and knows what changed meanwhile', async () => {
	await page.open( { panel: 'pre', environments: PRODUCTION } );
	expect( page.server.callsOf( 'GET', '/v1/environments' ) ).toHaveLength(
		1
	);
} );

test( 'foresees the usual while a run is tried again', async () => {
	const environments = [
		anEnvironment( {
			state: 'retrying',
			pending: [
				aPendingRun( {
					nextAttemptAt: at( 30 ),
					attempt: 1,
					errorCode: 'headless_deploy_timeout',
					message: 'Too late.',
				} ),
			],
		} ),
	];
	expect( await lines( { environments } ) ).toEqual( [
		'Production is rebuilt 10 s after you publish.',
	] );
} );
