import type { ReactNode } from 'react';

interface Props {
	term: string;
	children: ReactNode;
}

/** One row of a list of facts. */
export function Fact( { term, children }: Props ) {
	return (
		<div>
			<dt>{ term }</dt>
			<dd>{ children }</dd>
		</div>
	);
}
