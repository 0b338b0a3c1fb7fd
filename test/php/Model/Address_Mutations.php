<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

/**
 * For each kind of call: the call goes to another address than the one that was checked.
 */
final class Address_Mutations {
	private const FINDER = 'Http.PinnedAddressTest';

	/**
	 * Returns all of them, by what they do.
	 *
	 * @return array<string, Mutation>
	 */
	public static function all(): array {
		return array(
			'a call looks the name up again'   => new Mutation( 'Sealed_Transport::seal', '$options[ CURLOPT_RESOLVE ] = array( "$host:$port:{$this->connect_to}" );', '', self::FINDER ),
			'a webhook goes to any address'    => self::unpinned( "'POST' === \$this->method" ),
			'a page is read from any address'  => self::unpinned( "'text/html' === \$this->accept" ),
			'builds are read from any address' => self::unpinned( "'application/json' === \$this->accept && 'GET' === \$this->method" ),
			'Site Health asks any address'     => self::unpinned( "'HEAD' === \$this->method" ),
		);
	}

	/**
	 * Forgets the address that was checked.
	 *
	 * @param string $condition PHP that is true for this kind of call.
	 */
	private static function unpinned( string $condition ): Mutation {
		return new Mutation( 'Sealed_Request::check_address', '= $address', "= $condition ? '' : \$address", self::FINDER );
	}
}
