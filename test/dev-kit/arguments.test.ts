import { describe, expect, it } from 'vitest';
import { parseStartArguments } from '../../src/dev-kit/arguments.ts';
import { KitError } from '../../src/dev-kit/kit-error.ts';

describe( 'the options of npm start', () => {
	it( 'the options of npm start have defaults', () => {
		expect( parseStartArguments( [] ) ).toEqual( {
			reset: false,
			open: true,
			port: null,
			help: false,
		} );
	} );

	it( 'npm start reads all its options', () => {
		expect(
			parseStartArguments( [ '--reset', '--no-open', '--port', '9000' ] )
		).toEqual( { reset: true, open: false, port: 9000, help: false } );
		expect( parseStartArguments( [ '--port=9001' ] ).port ).toBe( 9001 );
	} );

	it.each( [ 'x', '80', '-1', '70000', '9000.5', '' ] )(
		'npm start rejects port “%s” and names the range',
		( port ) => {
			expect( () =>
				parseStartArguments( [ `--port=${ port }` ] )
			).toThrow( /is not a number from 1024 to 65500/ );
		}
	);

	it.each( [ [ '--prot', '9000' ], [ 'reset' ], [ '--port' ] ] )(
		'npm start rejects %s and shows the usage',
		( ...args ) => {
			let thrown: unknown;
			try {
				parseStartArguments( args );
			} catch ( error ) {
				thrown = error;
			}
			expect( thrown ).toBeInstanceOf( KitError );
			expect( ( thrown as KitError ).message ).toContain( args[ 0 ] );
			expect( ( thrown as KitError ).message ).toContain( '--no-open' );
		}
	);
} );
