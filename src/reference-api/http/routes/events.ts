import type { Services } from '../../services/services.ts';
import { EventStreamAnswer, EventStreams } from '../event-streams.ts';
import { documentRoute } from '../route-documentation.ts';
import type { TypedApp } from '../typed-app.ts';

export function registerEvents( app: TypedApp, services: Services ): void {
	const streams = new EventStreams( services );
	app.addHook( 'preClose', async () => streams.close() );
	app.get(
		'/_local/events',
		{
			// A stream never ends, so it cannot be answered without its body.
			exposeHeadRoute: false,
			...documentRoute( {
				config: { scope: 'any' },
				id: 'readEvents',
				tag: 'Platform',
				summary: 'Reports which data is stale, as server-sent events',
				description:
					'At most 4 events per second. Without an account, a change concerns all accounts, or one that is not known. The events contain no ids of accounts that the user does not belong to. Every 15 s, the session and the rights are checked.',
				answers: { 200: EventStreamAnswer },
				refusals: [ 503 ],
			} ),
		},
		( request, reply ) => {
			streams.checkCapacity( request.signedInAs );
			reply.hijack();
			const headers = Object.entries( reply.getHeaders() ).map(
				( [ name, value ] ) => [ name, String( value ) ]
			);
			streams.open( {
				response: reply.raw,
				headers: Object.fromEntries( headers ) as Record<
					string,
					string
				>,
				user: request.signedInAs,
				access: () => request.access,
				checkAgain: () => request.checkAgain(),
			} );
		}
	);
}
