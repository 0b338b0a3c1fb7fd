import type { ReactNode } from 'react';
import { Box } from './box.tsx';

export interface Column< Row > {
	title: string;
	render: ( row: Row ) => ReactNode;
	/** Numbers and times are aligned at the end. @default false */
	atEnd?: boolean;
	/** Buttons: the title is for screen readers only. @default false */
	isActions?: boolean;
}

interface Props< Row > {
	/** For screen readers. */
	caption: string;
	columns: readonly Column< Row >[];
	rows: readonly Row[];
	keyOf: ( row: Row ) => string | number;
}

/** A table that becomes rows of labeled lines on a phone. The first column is the row’s header. */
export function Table< Row >( {
	caption,
	columns,
	rows,
	keyOf,
}: Props< Row > ) {
	return (
		<table className="hd-table">
			<caption className="screen-reader-text">{ caption }</caption>
			<thead>
				<tr>
					{ columns.map( ( { title, atEnd, isActions } ) => (
						<th
							key={ title }
							scope="col"
							className={ atEnd ? 'hd-end' : '' }
						>
							{ isActions ? (
								<span className="screen-reader-text">
									{ title }
								</span>
							) : (
								title
							) }
						</th>
					) ) }
				</tr>
			</thead>
			<tbody>
				{ rows.map( ( row ) => (
					<tr key={ keyOf( row ) }>
						{ columns.map( ( column, index ) => {
							const { title, render, atEnd, isActions } = column;
							const Cell = index === 0 ? 'th' : 'td';
							const className = isActions ? 'hd-actions' : '';
							return (
								<Cell
									key={ title }
									{ ...( index === 0
										? { scope: 'row' }
										: {} ) }
									data-title={ isActions ? '' : title }
									className={ atEnd ? 'hd-end' : className }
								>
									{ render( row ) }
								</Cell>
							);
						} ) }
					</tr>
				) ) }
			</tbody>
		</table>
	);
}

interface TableBoxProps< Row > extends Props< Row > {
	/** What is said where there are no rows. */
	empty?: string;
}

/** A table in a box. */
export function TableBox< Row >( { empty, ...table }: TableBoxProps< Row > ) {
	return empty !== undefined && table.rows.length === 0 ? (
		<p className="hd-box hd-box--padded hd-section hd-muted">{ empty }</p>
	) : (
		<Box isFlush>
			<Table { ...table } />
		</Box>
	);
}
