import { expect, test } from 'vitest';
import { parseListening } from '../../../src/reference-api/builds/listening-ports.ts';

const HEADING =
	'  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode';

const line = ( address: string, state = '0A' ) =>
	`   0: ${ address }:1F90 00000000:0000 ${ state } 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0000000000000000 100 0 0 10 0`;

const parse = ( ...lines: string[] ) =>
	parseListening( [ HEADING, ...lines, '' ].join( '\n' ) );

test.each( [
	[ '127.0.0.1', '0100007F', true ],
	[ '127.1.2.3', '0302017F', true ],
	[ '0.0.0.0', '00000000', false ],
	[ '192.168.127.127', '7F7FA8C0', false ],
	[ '::1', '00000000000000000000000001000000', true ],
	[ '::ffff:127.0.0.1', '0000000000000000FFFF00000100007F', true ],
	[ '::', '00000000000000000000000000000000', false ],
	[ '::ffff:192.168.0.1', '0000000000000000FFFF00000100A8C0', false ],
	[ 'fe80::7f', '000080FE00000000000000007F000000', false ],
	[ '2001:db8::7f00:0', 'B80D012000000000000000000000007F', false ],
] )(
	'a listening socket of %s (%s) is on loopback: %s',
	( _name, address, isLoopback ) => {
		expect( parse( line( address ) ) ).toEqual( [
			{ port: 8080, inode: '4711', isLoopback },
		] );
	}
);

test( 'a socket of an established connection is not a listening one', () => {
	expect( parse( line( '0100007F', '01' ) ) ).toEqual( [] );
} );
