import { expect, test } from 'vitest';
import { listCosts, readCosts } from '../../../src/dev-kit/checks/costs.ts';

test( 'lists what was measured, the most rows first', () => {
	const costs = readCosts(
		'{"name":"GET /status","statements":9,"reads":70,"diskTables":0,"ms":2.5}\n' +
			'{"name":"GET /runs","statements":14,"reads":900,"diskTables":1,"ms":3}\n'
	);
	expect( listCosts( costs ) ).toBe(
		'GET /runs: 900 rows read, 14 statements, 1 tables on disk, 3 ms\n' +
			'GET /status: 70 rows read, 9 statements, 0 tables on disk, 2.5 ms'
	);
} );
