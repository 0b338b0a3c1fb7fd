import type { ReactNode } from 'react';

interface Props {
	/** Where all runs are listed; null leaves the words alone. */
	activityUrl: string | null;
	/** Id of the run. */
	id: number;
	children: ReactNode;
}

/** Leads from the words about a run to all that is known of it. */
export function RunLink( { activityUrl, id, children }: Props ) {
	return activityUrl === null ? (
		<>{ children }</>
	) : (
		<a
			className="headless-deploy-run-link"
			href={ `${ activityUrl }&run=${ id }` }
		>
			{ children }
		</a>
	);
}
