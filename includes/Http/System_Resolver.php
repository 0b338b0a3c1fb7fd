<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Http;

final class System_Resolver implements Resolver {
	public function addresses( string $host ): array {
		$found = gethostbynamel( $host );
		return is_array( $found ) ? $found : array();
	}
}
