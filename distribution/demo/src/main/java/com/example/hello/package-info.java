/** A small web application: a servlet, a filter, a session counter, an asynchronous answer, an upload. */
package com.example.hello;
