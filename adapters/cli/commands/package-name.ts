/** What the package is called where it is installed. It is not published: no text tells people to install it by this name, as a stranger could publish it. */
export const PACKAGE_NAME = 'assay'
