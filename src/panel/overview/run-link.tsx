import type { ReactNode } from 'react';

interface Props {
	/** URL of the log; null shows the text without a link. */
	activityUrl: string | null;
	/** Id of the run. */
	id: number;
	children: ReactNode;
}

/** Links a text about a run to the details of the run. */
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
