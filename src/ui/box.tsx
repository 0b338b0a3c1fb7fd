import type { ReactNode } from 'react';

interface Props {
	title?: string;
	/** At the end of the title’s line. */
	actions?: ReactNode;
	/** Without padding, for tables and lists. @default false */
	isFlush?: boolean;
	children: ReactNode;
}

/** A titled section in a box. */
export function Box( {
	title = '',
	actions,
	isFlush = false,
	children,
}: Props ) {
	return (
		<section className="hd-section">
			{ title !== '' && (
				<div className="hd-section__head">
					<h2>{ title }</h2>
					{ actions }
				</div>
			) }
			<div className={ isFlush ? 'hd-box' : 'hd-box hd-box--padded' }>
				{ children }
			</div>
		</section>
	);
}

/** What to do where there is nothing yet. */
export function Empty( {
	title,
	children,
}: {
	title: string;
	children: ReactNode;
} ) {
	return (
		<section className="hd-box hd-empty">
			<h2>{ title }</h2>
			{ children }
		</section>
	);
}
