import type {
	EnvironmentStatus,
	Reason,
	Undeployed,
} from '../../shared/wire.ts';

/** Lists the pending changes. One that starts runs of several lanes is listed once. */
export function pendingReasons( { pending }: EnvironmentStatus ): Reason[] {
	const listed: Reason[] = [];
	for ( const { reasons } of pending ) {
		const before = listed.map( ( reason ) => JSON.stringify( reason ) );
		listed.push(
			...reasons.filter(
				( reason ) => ! before.includes( JSON.stringify( reason ) )
			)
		);
	}
	return listed;
}

/** The changes of failed and canceled runs in the lane of the headline. */
export function undeployedOf( {
	lane,
	undeployed,
}: EnvironmentStatus ): Undeployed | null {
	return undeployed.find( ( item ) => item.lane === lane ) ?? null;
}
