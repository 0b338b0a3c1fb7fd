/** The server-sent events of `/_local/events`. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { TOPICS } from '../lib/change-emitter.ts';
import { oneOf } from './shapes.ts';
import {
	closedObject,
	describedObject,
	namedObject,
} from './closed-objects.ts';

const StaleShape = namedObject( 'StaleData', 'Data that is stale.', {
	topic: oneOf(
		TOPICS,
		'`log`: the log of a build. `output`: the output of the application. `cache`: the statistics of the edge cache. `environments`: settings, variables, or the state of the application. `requests`: the journal.'
	),
	account: Type.Optional(
		Type.String( {
			description: 'Name of the account; absent if it is not known.',
			examples: [ 'acme' ],
		} )
	),
	environment: Type.Optional(
		Type.String( { description: 'Id of the environment.' } )
	),
	build: Type.Optional( Type.String( { description: 'Id of the build.' } ) ),
} );

const ServerEventShape = Type.Union(
	[
		describedObject(
			'The first event of each connection. Events before it are lost, so all data has to be read again.',
			{
				event: Type.Literal( 'hello' ),
				data: closedObject( {
					instance: Type.String( {
						format: 'uuid',
						description: 'Another one after each start.',
					} ),
				} ),
			}
		),
		describedObject( 'Something changed.', {
			event: Type.Literal( 'stale' ),
			data: closedObject( {
				changes: Type.Array( StaleShape, { minItems: 1 } ),
			} ),
		} ),
		describedObject( 'The session is over. The stream ends.', {
			event: Type.Literal( 'signed-out' ),
			data: closedObject( {} ),
		} ),
	],
	{
		$id: 'ServerEvent',
		description: 'An event: its name, and its data, which is JSON.',
	}
);

export const EventStreamAnswer = {
	description: 'Events, until either side ends the connection.',
	content: { 'text/event-stream': { schema: ServerEventShape } },
};

export type StaleData = Static< typeof StaleShape >;
export type ServerEvent = Static< typeof ServerEventShape >;
