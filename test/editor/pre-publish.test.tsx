import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
	aPlan,
	aPlanWithoutRun,
	anEnvironment,
	someBoot,
} from '../panel/fixtures.ts';
import { EditorPage, type OpenOptions, START } from './editor-page.tsx';

let page: EditorPage;

beforeEach( () => {
	vi.useFakeTimers( START );
	page = new EditorPage();
} );

afterEach( () => {
	page.close();
	vi.useRealTimers();
} );

async function lines(
	over: Omit< OpenOptions, 'panel' >
): Promise< string[] > {
	await page.open( { panel: 'pre', ...over } );
	return screen
		.queryAllByRole( 'listitem' )
		.map( ( item ) => item.textContent ?? '' );
}

const PRODUCTION = [ anEnvironment() ];
test( 'shows one line per environment with its symbol and what publishing means', async () => {
	const environments = [
		anEnvironment(),
		anEnvironment( {
			id: 'staging',
			label: 'Staging',
			plans: [ aPlanWithoutRun( 'Staging' ) ],
		} ),
	];
	expect( await lines( { environments } ) ).toEqual( [
		'Production is rebuilt 10 s after you publish.',
		'Nothing is sent to Staging: its automation ignores changes to content.',
	] );
} );

test( 'shows what updating means for a published post', async () => {
	const post = { status: 'publish' };
	expect( await lines( { environments: PRODUCTION, post } ) ).toEqual( [
		'The front end is rebuilt 10 s after you save.',
	] );
} );

test( 'shows what happens when a scheduled post is published, in the time zone of the site', async () => {
	const post = {
		editedStatus: 'future',
		editedDate: '2026-11-24T09:00:00',
		isDateAhead: true,
	};
	const schedule = '100%% is rebuilt when this is published on %s.';
	const environments = [
		anEnvironment( { plans: [ aPlan( { schedule } ) ] } ),
	];
	expect( await lines( { environments, post } ) ).toEqual( [
		'100% is rebuilt when this is published on Nov 24, 09:00.',
	] );
} );

test( 'shows the plan of the source that the post type belongs to', async () => {
	const publish = 'The cache of Production is purged 10 s after you publish.';
	const environments = [
		anEnvironment( {
			plans: [
				aPlan( { sources: [ 'content' ] } ),
				aPlan( { sources: [ 'templates' ], publish } ),
			],
		} ),
	];
	const post = { postType: 'wp_template', status: 'draft' };
	expect( await lines( { environments, post } ) ).toEqual( [ publish ] );
} );

test.each( [
	[ true, 1 ],
	[ false, 0 ],
] )(
	'links to the field of the webhook URL from an environment that cannot be reached if the user may replace it (%s)',
	async ( manage, count ) => {
		const environments = [
			anEnvironment( {
				plans: [ aPlan( { kind: 'unreachable', symbol: 'bad' } ) ],
			} ),
		];
		const boot = { can: { ...someBoot().can, manage } };
		await lines( { environments, boot } );
		const links = screen.queryAllByRole( 'link', {
			name: /Replace the webhook URL/,
		} );
		expect( links ).toHaveLength( count );
		for ( const link of links ) {
			expect( link.getAttribute( 'href' ) ).toContain(
				'replace=production'
			);
		}
	}
);

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
] )( 'says who can connect a front end (%s)', async ( manage, text ) => {
	const boot = { can: { ...someBoot().can, manage } };
	await page.open( { panel: 'pre', environments: [], boot } );
	expect( page.text() ).toContain( text );
} );

test( 'refreshes the status when it is opened', async () => {
	await page.open( { panel: 'pre', environments: PRODUCTION } );
	expect(
		page.server.callsOf( 'POST', '/v1/dispatch' ).length +
			page.server.callsOf( 'GET', '/v1/status' ).length
	).toBeGreaterThan( 0 );
} );
