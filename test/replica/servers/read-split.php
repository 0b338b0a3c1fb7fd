<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Replica;

/**
 * Follows the usual two rules of a proxy (ProxySQL, MaxScale): a replica answers every SELECT that locks no rows.
 */
final class Read_Split extends Replica_Reader {
	protected function is_for_replica( string $statement ): bool {
		return 1 === preg_match( '/^[\s(]*SELECT\s/i', $statement ) && 1 !== preg_match( '/\sFOR\s+UPDATE\s*$/i', $statement );
	}
}
