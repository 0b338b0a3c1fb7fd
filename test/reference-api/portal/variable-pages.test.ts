import { beforeEach, describe, expect, test } from 'vitest';
import { HostingError } from '../../../src/reference-api/model/hosting.ts';
import { aBuild, at } from './fake-hosting.ts';
import { filled, wordsOf } from './page-text.ts';
import { ENVIRONMENT_URL, PASSWORD, portalApp } from './portal-app.ts';

const PAGE = `${ ENVIRONMENT_URL }/variables`;

let portal: Awaited< ReturnType< typeof portalApp > >;

beforeEach( async () => {
	portal = await portalApp();
	portal.hosting.buildList = [
		aBuild( { number: 42, state: 'live', startTime: at( '14:01:00' ) } ),
	];
	setVariables( { STRIPE_KEY: at( '14:05:00' ), ALGOLIA: at( '13:00:00' ) } );
} );

function setVariables(
	times: Record< string, Date >,
	variablesTime: Date | null = null
): void {
	const [ environment ] = portal.hosting.environmentList;
	const all = Object.values( times ).sort( ( a, b ) => +b - +a );
	Object.assign( environment ?? {}, {
		variablesTime: variablesTime ?? all[ 0 ] ?? null,
		shellVariables: Object.entries( times ).map( ( [ key, setTime ] ) => ( {
			key,
			value: `secret of ${ key }`,
			setTime,
		} ) ),
	} );
}

async function page(): Promise< string > {
	const { statusCode, body } = await portal.get( PAGE );
	expect( statusCode ).toBe( 200 );
	return body;
}

/** Sends a form, which is done, and reads the page that follows. */
async function send(
	rest: string,
	fields: Record< string, string > = {}
): Promise< string > {
	const { statusCode, headers } = await portal.post(
		PAGE + rest,
		filled( fields )
	);
	expect( statusCode ).toBe( 303 );
	return ( await portal.get( String( headers.location ) ) ).body;
}

const reader = {
	authorization: `Basic ${ Buffer.from( `kim:${ PASSWORD }` ).toString( 'base64' ) }`,
};

describe( 'the page of variables', () => {
	test( 'shows names and times, never a value', async () => {
		const body = await page();
		expect( wordsOf( body ) ).toContain(
			'ALGOLIA •••••••• hidden 13:00 today Replace Delete STRIPE_KEY'
		);
		expect( body ).not.toContain( 'secret of' );
	} );

	test( 'says that there are none', async () => {
		setVariables( {} );
		expect( await page() ).toContain( 'No variables of your own.' );
	} );

	test( 'lists what the platform sets', async () => {
		const words = wordsOf( await page() );
		expect( words ).toContain(
			'WORDPRESS_URL http://127.0.0.1:8881 Build and run'
		);
		expect( words ).toContain( 'PORT a free port Run only' );
	} );

	test( 'says when one’s own replaces the platform’s, or is not used', async () => {
		setVariables( {
			WORDPRESS_URL: at( '13:00:00' ),
			PORT: at( '13:00:00' ),
		} );
		const words = wordsOf( await page() );
		expect( words ).toContain( 'WORDPRESS_URL yours, from above' );
		expect( words ).toContain( 'PORT Not used: the platform sets it' );
	} );

	test( 'gives whoever may only look no buttons, with the reason', async () => {
		const { body } = await portal.get( PAGE, { headers: reader } );
		expect( body ).toContain( 'STRIPE_KEY' );
		expect( body ).toContain( 'Ask an administrator for the write role.' );
		expect( body ).not.toMatch( /\/variables\/|Rebuild now/ );
	} );
} );

test( 'a variable that the platform sets itself is set, and told to be of no use', async () => {
	expect( await send( '/add', { key: 'PORT', value: '1' } ) ).toContain(
		'Set, but its value is not used: the platform sets this variable itself.'
	);
} );

describe( 'changes that wait', () => {
	test( 'are named with the release that lacks them', async () => {
		expect( wordsOf( await page() ) ).toContain(
			'1 change is waiting. STRIPE_KEY was set after build 42 began. Variables count from the next build. Rebuild now'
		);
	} );

	test( 'are counted together', async () => {
		setVariables(
			{ A: at( '14:05:00' ), B: at( '14:04:00' ) },
			at( '14:06:00' )
		);
		expect( wordsOf( await page() ) ).toContain(
			'3 changes are waiting. A and B were set and a variable was deleted after build 42 began.'
		);
	} );

	test( 'may be a deletion alone', async () => {
		setVariables( {}, at( '14:06:00' ) );
		expect( wordsOf( await page() ) ).toContain(
			'1 change is waiting. A variable was deleted after build 42 began.'
		);
	} );

	test( 'are none when the served build began after them', async () => {
		setVariables( { A: at( '14:01:00' ) } );
		expect( await page() ).not.toContain( 'waiting.' );
	} );

	test( 'are none when the platform sets the variable itself', async () => {
		setVariables( { PORT: at( '14:05:00' ) } );
		expect( await page() ).not.toContain( 'waiting.' );
	} );

	test( 'are none before the first release', async () => {
		portal.hosting.buildList = [];
		expect( await page() ).not.toContain( 'waiting.' );
	} );

	test.each( [
		[ 'queued', null ],
		[ 'building', at( '14:08:00' ) ],
	] as const )(
		'come with a build that is %s',
		async ( state, startTime ) => {
			portal.hosting.buildList.unshift(
				aBuild( { number: 43, state, startTime, finishTime: null } )
			);
			const body = await page();
			expect( wordsOf( body ) ).toContain( 'Build 43 takes it along.' );
			expect( body ).not.toContain( 'Rebuild now' );
		}
	);

	test( 'do not come with a build that began before them', async () => {
		portal.hosting.buildList.unshift(
			aBuild( {
				number: 43,
				state: 'building',
				startTime: at( '14:04:00' ),
			} )
		);
		expect( await page() ).toContain( 'Rebuild now' );
	} );

	test( 'are built at once by Rebuild now', async () => {
		expect( await send( '/rebuild' ) ).toContain(
			'Build 43 brings the changes.'
		);
		expect( portal.hosting.calls ).toEqual( [ 'rebuild: portal, by sam' ] );
	} );
} );

describe( 'Add a variable', () => {
	test( 'sets it, line ends and all', async () => {
		const body = await send( '/add', {
			key: ' NEW ',
			value: 'one\r\ntwo\r\n',
		} );
		expect( body ).toContain( 'Set. It counts from the next build.' );
		expect(
			portal.hosting.environmentList[ 0 ]?.shellVariables.at( -1 )
		).toMatchObject( { key: 'NEW', value: 'one\ntwo' } );
		expect( body ).not.toContain( 'two' );
	} );

	test( 'refuses a name that is there, and keeps what was typed', async () => {
		const { statusCode, body } = await portal.post(
			`${ PAGE }/add`,
			filled( { key: 'ALGOLIA', value: 'typed <b>' } )
		);
		expect( statusCode ).toBe( 409 );
		expect( body ).toMatch(
			/<input[^>]+value="ALGOLIA"[^>]+aria-describedby="key-hint key-refusal"[^>]+aria-invalid="true"/
		);
		expect( body ).toMatch(
			/id="key-refusal" role="alert"[\s\S]+Replace its value instead\./
		);
		expect( body ).toContain( 'typed &lt;b&gt;</textarea' );
		expect( portal.hosting.calls ).toEqual( [] );
	} );

	test( 'shows a refusal of the value at the value', async () => {
		portal.hosting.refusal = new HostingError( 400, 'Too long.' );
		const { body } = await portal.post(
			`${ PAGE }/add`,
			filled( { key: 'BIG', value: 'x'.repeat( 40_000 ) } )
		);
		expect( body ).toMatch( /<textarea[^>]+aria-invalid="true"/ );
		expect( body ).not.toMatch( /<input[^>]+aria-invalid/ );
	} );
} );

describe( 'Paste a .env file', () => {
	test( 'sets all of it', async () => {
		const body = await send( '/paste', {
			file: 'A=1\r\nexport ALGOLIA="x"\r\n',
		} );
		expect( body ).toContain(
			'2 variables set. They count from the next build.'
		);
		expect( portal.hosting.calls ).toEqual( [ 'set A, ALGOLIA remove ' ] );
	} );

	test( 'sets nothing when a line cannot be read, and keeps the text', async () => {
		const { statusCode, body } = await portal.post(
			`${ PAGE }/paste`,
			filled( { file: 'A=1\r\nnonsense here' } )
		);
		expect( statusCode ).toBe( 400 );
		expect( wordsOf( body ) ).toContain(
			'Nothing was set. Line 2: This is no variable. Write KEY=value.'
		);
		expect( body ).toContain( 'nonsense here</textarea' );
		expect( portal.hosting.calls ).toEqual( [] );
	} );

	test.each( [ '', '# nothing\n' ] )( 'refuses %j', async ( file ) => {
		const { statusCode, body } = await portal.post(
			`${ PAGE }/paste`,
			filled( { file } )
		);
		expect( statusCode ).toBe( 400 );
		expect( body ).toContain( 'There is no variable in it.' );
	} );

	test( 'tells five problems and how many more', async () => {
		const { body } = await portal.post(
			`${ PAGE }/paste`,
			filled( { file: 'x\n'.repeat( 8 ) } )
		);
		expect( body ).toContain( 'And 3 more.' );
	} );
} );

describe( 'Replace and Delete', () => {
	test( 'replace a value', async () => {
		expect( await send( '/ALGOLIA/replace', { value: 'new' } ) ).toContain(
			'Replaced.'
		);
		expect( portal.hosting.calls ).toEqual( [ 'set ALGOLIA remove ' ] );
	} );

	test( 'ask before deletion and say what it means', async () => {
		const { body } = await portal.get( `${ PAGE }/ALGOLIA/delete` );
		expect( wordsOf( body ) ).toContain( 'Delete ALGOLIA?' );
		expect( await send( '/ALGOLIA/delete' ) ).toContain(
			'Deleted. Builds from now on are without it.'
		);
		expect( portal.hosting.calls ).toEqual( [ 'set  remove ALGOLIA' ] );
	} );

	test.each( [ '/GONE/replace', '/GONE/delete', '/%3Cb%3E/delete' ] )(
		'%s is not found',
		async ( rest ) => {
			const got = await portal.get( PAGE + rest );
			const posted = await portal.post(
				PAGE + rest,
				filled( { value: 'x' } )
			);
			expect( [ got.statusCode, posted.statusCode ] ).toEqual( [
				404, 404,
			] );
			expect( got.body ).not.toContain( '<b>”' );
			expect( portal.hosting.calls ).toEqual( [] );
		}
	);

	test( 'are refused to whoever may only look', async () => {
		const { statusCode } = await portal.post( `${ PAGE }/ALGOLIA/delete`, {
			headers: reader,
		} );
		expect( statusCode ).toBe( 403 );
		expect( portal.hosting.calls ).toEqual( [] );
	} );
} );
